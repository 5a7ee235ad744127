import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '../faults/scenario.ts'
import { unfairness } from './fairness.ts'
import { type Growth, growthOf } from './judge/growth.ts'
import type { NewcomerVerdict } from './judge/newcomers.ts'
import { type Judged, judgeAll } from './judge/series.ts'
import type { Percentiles } from './measure/histogram.ts'
import { type Meter, newMeter } from './measure/meter.ts'
import { type Sample, sampleOf } from './measure/sample.ts'
import { keepCampaigning } from './mix/campaigns.ts'
import { openChats } from './mix/chats.ts'
import { openCalls, type Scene } from './mix/scene.ts'
import { measureNewcomers, type NewcomerOptions } from './newcomers.ts'
import { ceilingOf, type Rising, risingSteps, type Step } from './pace/closed.ts'
import { steadily } from './pace/open.ts'
import { prepare, type Sizes } from './setting.ts'
import { openStage, type Stage } from './stage.ts'

export type Options = {
  minutes: number
  newcomers: NewcomerOptions
  ceiling: Rising
  /** Of the ceiling, so much is asked for. */
  share: number
  sampleSeconds: number
  campaignEverySeconds: number
  visitors: number
  seed: number
  sizes: Sizes
  /** Ends it early; what was measured until then is judged. */
  stop: AbortSignal
  say(line: string): void
  keep(what: object): void
  onSample(sample: Sample): void
}

type Kinds = Record<string, Percentiles>
export type Result = {
  newcomers: NewcomerVerdict
  steps: Step[]
  ceiling: number
  perSecond: number
  samples: Sample[]
  first: Kinds
  last: Kinds
  judged: Judged[]
  growth: Growth[]
  errors: { count: number; shown: string[] }
}

const thirds = ['first', 'second', 'last'] as const

/** From an empty folder to the verdict; nothing is left of it. */
export async function runLoad(options: Options): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-load-'))
  const clear = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  process.once('exit', clear)
  try {
    options.say('starting PostgreSQL and a process for each role')
    const stage = await openStage(folder)
    try {
      return await onStage(stage, options)
    } finally {
      await stage.close()
    }
  } finally {
    process.off('exit', clear)
    clear()
  }
}

async function onStage(stage: Stage, options: Options): Promise<Result> {
  const setting = await prepare(stage, options.sizes)
  const calls = openCalls()
  const { perSecond, seconds } = options.newcomers
  options.say(`${perSecond} new people/s write to fresh processes for ${seconds} s`)
  const newcomers = await measureNewcomers(stage, setting, calls.call, options.newcomers)
  options.keep({ newcomers })
  const chats = await openChats(`${stage.gateway.gateway}/webchat/${setting.harbour.chat}`, options.visitors)
  let numbers = 0
  const scene: Scene = {
    stage,
    setting,
    chats,
    call: calls.call,
    random: seeded(options.seed),
    next: () => ++numbers,
  }
  try {
    return { newcomers, ...(await measured(scene, options)) }
  } finally {
    chats.close()
    await calls.close()
  }
}

async function measured(scene: Scene, options: Options): Promise<Omit<Result, 'newcomers'>> {
  const { stop, say, keep } = options
  say(`measuring the ceiling for ${options.ceiling.seconds} s`)
  const rising = newMeter()
  const steps = await besideCampaigns(scene, rising, options)
  const ceiling = ceilingOf(steps)
  if (ceiling === 0 && !stop.aborted) throw new Error(`no step without failures: ${rising.errors().shown.join('; ')}`)
  const perSecond = ceiling * options.share
  keep({ ceiling, steps, perSecond })
  say(`${Math.round(ceiling)} operations/s at the most; ${Math.round(perSecond)} are asked for`)
  // What was too much while the ceiling was looked for may have been logged.
  const before = new Set(troublesOf(scene.stage))
  const meter = newMeter()
  const samples = await sampled(scene, meter, { ...options, perSecond })
  for (const what of troublesOf(scene.stage)) if (!before.has(what)) meter.fail('process', what)
  for (const what of await unfairness(scene)) meter.fail('fairness', what)
  const [first, last] = [meter.part('first'), meter.part('last')]
  const [judged, growth] = [judgeAll(samples), growthOf(samples)]
  const result = { steps, ceiling, perSecond, samples, first, last, judged, growth, errors: meter.errors() }
  keep({ first, last, judged, growth, errors: result.errors })
  return result
}

/** One campaign after the other, so that what is found leaves room for them. */
async function besideCampaigns(scene: Scene, meter: Meter, { ceiling, sizes, stop }: Options): Promise<Step[]> {
  const over = new AbortController()
  const campaigns = { everySeconds: 1, people: sizes.campaignPeople }
  const campaigning = keepCampaigning(scene, meter, campaigns, AbortSignal.any([stop, over.signal]))
  try {
    return await risingSteps(scene, meter, ceiling, stop)
  } finally {
    over.abort()
    await campaigning
  }
}

/** The traffic itself, looked at every few seconds from its beginning to its end. */
async function sampled(scene: Scene, meter: Meter, options: Options & { perSecond: number }): Promise<Sample[]> {
  const { perSecond, sampleSeconds, stop } = options
  const seconds = options.minutes * 60
  const over = new AbortController()
  const ended = AbortSignal.any([stop, over.signal])
  const begunAt = performance.now()
  const samples: Sample[] = []
  let lookedAt = begunAt
  const look = async () => {
    const now = performance.now()
    const minute = (now - begunAt) / 60_000
    meter.enter(thirds[Math.min(2, Math.floor((minute * 3) / options.minutes))] as string)
    const sample = await sampleOf(scene.stage, meter, { minute, seconds: (now - lookedAt) / 1000 })
    lookedAt = now
    samples.push(sample)
    options.keep(sample)
    options.onSample(sample)
  }
  await look()
  const campaigns = { everySeconds: options.campaignEverySeconds, people: options.sizes.campaignPeople }
  const campaigning = keepCampaigning(scene, meter, campaigns, ended)
  const traffic = steadily(scene, meter, { perSecond, seconds }, stop).finally(() => over.abort())
  while (!ended.aborted) {
    const next = begunAt + samples.length * sampleSeconds * 1000 - performance.now()
    await sleep(Math.max(0, next), undefined, { signal: ended }).catch(() => {})
    if (!ended.aborted) await look()
  }
  await Promise.all([traffic, campaigning])
  return samples
}

/** Processes that ended by themselves, and what they called an error. */
function troublesOf({ api, gateway, worker }: Stage): string[] {
  return [api, gateway, worker].flatMap(({ name, ownEnds, printed }) => [
    ...ownEnds,
    ...printed()
      .split('\n')
      .filter((line) => /"level":(50|60|"error"|"fatal")/.test(line))
      .map((line) => `${name} has logged ${line.slice(0, 500)}`),
  ])
}

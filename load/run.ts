import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFaultRandom } from '../faults/scenario.ts'
import { createLoadEnvironment, type LoadEnvironment } from './environment.ts'
import { findUnfairness } from './fairness.ts'
import { createLoadFixtures, type Sizes } from './fixtures.ts'
import { computeTableGrowth, type Growth } from './judge/growth.ts'
import type { NewcomerVerdict } from './judge/newcomers.ts'
import { judgeSeries, type SeriesVerdict } from './judge/series.ts'
import type { Percentiles } from './measure/histogram.ts'
import { createMeter, type Meter } from './measure/meter.ts'
import { type LoadSample, takeSample } from './measure/sample.ts'
import { runCampaigns } from './mix/campaigns.ts'
import { openChats } from './mix/chats.ts'
import { createCaller, type OperationContext } from './mix/operation-context.ts'
import { measureNewcomers, type NewcomerOptions } from './newcomers.ts'
import { runAtRate } from './pace/constant-rate.ts'
import { maxSustainedRate, type RampOptions, type RampStep, runRamp } from './pace/ramp.ts'

export type LoadOptions = {
  minutes: number
  newcomers: NewcomerOptions
  ceiling: RampOptions
  /** Share of the ceiling to run at. */
  share: number
  sampleSeconds: number
  campaignEverySeconds: number
  visitors: number
  seed: number
  sizes: Sizes
  /** Ends the run early; everything measured so far is judged. */
  stop: AbortSignal
  print(line: string): void
  record(what: object): void
  onSample(sample: LoadSample): void
}

type Kinds = Record<string, Percentiles>
export type LoadResult = {
  newcomers: NewcomerVerdict
  steps: RampStep[]
  ceiling: number
  perSecond: number
  samples: LoadSample[]
  first: Kinds
  last: Kinds
  verdicts: SeriesVerdict[]
  growth: Growth[]
  errors: { count: number; examples: string[] }
}

const thirds = ['first', 'second', 'last'] as const

/** Runs from an empty folder to the verdict and cleans up. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-load-'))
  const clear = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  process.once('exit', clear)
  try {
    options.print('starting PostgreSQL and a process for each role')
    const environment = await createLoadEnvironment(folder)
    try {
      return await onStage(environment, options)
    } finally {
      await environment.close()
    }
  } finally {
    process.off('exit', clear)
    clear()
  }
}

async function onStage(environment: LoadEnvironment, options: LoadOptions): Promise<LoadResult> {
  const fixtures = await createLoadFixtures(environment, options.sizes)
  const calls = createCaller()
  const { perSecond, seconds } = options.newcomers
  options.print(`${perSecond} new people/s write to fresh processes for ${seconds} s`)
  const newcomers = await measureNewcomers(environment, fixtures, calls.call, options.newcomers)
  options.record({ newcomers })
  const chats = await openChats(
    `${environment.gateway.gateway}/webchat/${fixtures.primaryAgent.chat}`,
    options.visitors,
  )
  let numbers = 0
  const context: OperationContext = {
    environment: environment,
    fixtures: fixtures,
    chats,
    call: calls.call,
    random: createFaultRandom(options.seed),
    next: () => ++numbers,
  }
  try {
    return { newcomers, ...(await measured(context, options)) }
  } finally {
    chats.close()
    await calls.close()
  }
}

async function measured(context: OperationContext, options: LoadOptions): Promise<Omit<LoadResult, 'newcomers'>> {
  const { stop, print, record } = options
  print(`measuring the ceiling for ${options.ceiling.seconds} s`)
  const rising = createMeter()
  const steps = await besideCampaigns(context, rising, options)
  const ceiling = maxSustainedRate(steps)
  if (ceiling === 0 && !stop.aborted)
    throw new Error(`no step without failures: ${rising.errors().examples.join('; ')}`)
  const perSecond = ceiling * options.share
  record({ ceiling, steps, perSecond })
  print(`ceiling: ${Math.round(ceiling)} operations/s; requesting ${Math.round(perSecond)}`)
  // Ignores errors logged while searching for the ceiling, which overloads the system on purpose.
  const before = new Set(troublesOf(context.environment))
  const meter = createMeter()
  const samples = await sampled(context, meter, { ...options, perSecond })
  for (const what of troublesOf(context.environment)) if (!before.has(what)) meter.fail('process', what)
  for (const what of await findUnfairness(context)) meter.fail('fairness', what)
  const [first, last] = [meter.part('first'), meter.part('last')]
  const [verdicts, growth] = [judgeSeries(samples), computeTableGrowth(samples)]
  const result = { steps, ceiling, perSecond, samples, first, last, verdicts, growth, errors: meter.errors() }
  record({ first, last, verdicts, growth, errors: result.errors })
  return result
}

/** Runs campaigns one after another meanwhile, so that the measured ceiling leaves room for them. */
async function besideCampaigns(
  context: OperationContext,
  meter: Meter,
  { ceiling, sizes, stop }: LoadOptions,
): Promise<RampStep[]> {
  const over = new AbortController()
  const campaigns = { everySeconds: 1, people: sizes.campaignPeople }
  const campaigning = runCampaigns(context, meter, campaigns, AbortSignal.any([stop, over.signal]))
  try {
    return await runRamp(context, meter, ceiling, stop)
  } finally {
    over.abort()
    await campaigning
  }
}

/** Runs the traffic and takes a sample every few seconds. */
async function sampled(
  context: OperationContext,
  meter: Meter,
  options: LoadOptions & { perSecond: number },
): Promise<LoadSample[]> {
  const { perSecond, sampleSeconds, stop } = options
  const seconds = options.minutes * 60
  const over = new AbortController()
  const ended = AbortSignal.any([stop, over.signal])
  const begunAt = performance.now()
  const samples: LoadSample[] = []
  let lookedAt = begunAt
  const look = async () => {
    const now = performance.now()
    const minute = (now - begunAt) / 60_000
    meter.enter(thirds[Math.min(2, Math.floor((minute * 3) / options.minutes))] as string)
    const sample = await takeSample(context.environment, meter, { minute, seconds: (now - lookedAt) / 1000 })
    lookedAt = now
    samples.push(sample)
    options.record(sample)
    options.onSample(sample)
  }
  await look()
  const campaigns = { everySeconds: options.campaignEverySeconds, people: options.sizes.campaignPeople }
  const campaigning = runCampaigns(context, meter, campaigns, ended)
  const traffic = runAtRate(context, meter, { perSecond, seconds }, stop).finally(() => over.abort())
  while (!ended.aborted) {
    const next = begunAt + samples.length * sampleSeconds * 1000 - performance.now()
    await sleep(Math.max(0, next), undefined, { signal: ended }).catch(() => {})
    if (!ended.aborted) await look()
  }
  await Promise.all([traffic, campaigning])
  return samples
}

/** Processes that exited by themselves, and the errors they logged. */
function troublesOf({ api, gateway, worker }: LoadEnvironment): string[] {
  return [api, gateway, worker].flatMap(({ name, unexpectedExits, printed }) => [
    ...unexpectedExits,
    ...printed()
      .split('\n')
      .filter((line) => /"level":(50|60|"error"|"fatal")/.test(line))
      .map((line) => `${name} logged ${line.slice(0, 500)}`),
  ])
}

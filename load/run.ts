import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFaultRandom } from '../faults/scenario.ts'
import { createLoadEnvironment, type LoadEnvironment } from './environment.ts'
import { findUnfairness } from './fairness.ts'
import { createLoadFixtures, type FixtureSizes } from './fixtures.ts'
import { computeTableGrowth, type Growth } from './judge/growth.ts'
import type { NewcomerVerdict } from './judge/newcomers.ts'
import { judgeSeries, type SeriesVerdict } from './judge/series.ts'
import type { Percentiles } from './measure/histogram.ts'
import { createMeter, type Meter } from './measure/meter.ts'
import { type CostOptions, measureOperationCosts, type OperationCosts } from './measure/operation-costs.ts'
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
  costs: CostOptions
  ceiling: RampOptions
  /** Share of the ceiling to run at. */
  share: number
  sampleSeconds: number
  campaignEverySeconds: number
  visitors: number
  seed: number
  sizes: FixtureSizes
  /** Ends the run early; everything measured so far is judged. */
  stop: AbortSignal
  print(line: string): void
  record(entry: object): void
  onSample(sample: LoadSample): void
}

type PercentilesByKind = Record<string, Percentiles>
export type LoadResult = {
  newcomers: NewcomerVerdict
  /** Undefined if it was not measured. */
  costs: OperationCosts | undefined
  steps: RampStep[]
  ceiling: number
  perSecond: number
  samples: LoadSample[]
  first: PercentilesByKind
  last: PercentilesByKind
  verdicts: SeriesVerdict[]
  growth: Growth[]
  errors: { count: number; examples: string[] }
}

const thirds = ['first', 'second', 'last'] as const

/** Runs from an empty folder to the verdict and cleans up. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-load-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  process.once('exit', removeFolder)
  try {
    options.print('starting PostgreSQL and a process for each role')
    const environment = await createLoadEnvironment(folder)
    try {
      return await runInEnvironment(environment, options)
    } finally {
      await environment.close()
    }
  } finally {
    process.off('exit', removeFolder)
    removeFolder()
  }
}

async function runInEnvironment(environment: LoadEnvironment, options: LoadOptions): Promise<LoadResult> {
  const fixtures = await createLoadFixtures(environment, options.sizes)
  const caller = createCaller()
  const { perSecond, seconds } = options.newcomers
  options.print(`${perSecond} new people/s write to fresh processes for ${seconds} s`)
  const newcomers = await measureNewcomers(environment, fixtures, caller.call, options.newcomers)
  options.record({ newcomers })
  const chats = await openChats(
    `${environment.gateway.gateway}/webchat/${fixtures.primaryAgent.chat}`,
    options.visitors,
  )
  let lastNumber = 0
  const context: OperationContext = {
    environment,
    fixtures,
    chats,
    call: caller.call,
    random: createFaultRandom(options.seed),
    next: () => ++lastNumber,
  }
  try {
    return { newcomers, ...(await measureLoad(context, options)) }
  } finally {
    chats.close()
    await caller.close()
  }
}

async function measureLoad(context: OperationContext, options: LoadOptions): Promise<Omit<LoadResult, 'newcomers'>> {
  const { stop, print, record } = options
  const costMeter = createMeter()
  print(`measuring the processor time of ${options.costs.operations} operations of each kind`)
  const costs = await measureOperationCosts(context, costMeter, options.costs, stop)
  record({ costs })
  print(`measuring the ceiling for ${options.ceiling.seconds} s`)
  const rampMeter = createMeter()
  const steps = await runRampWithCampaigns(context, rampMeter, options)
  const ceiling = maxSustainedRate(steps)
  if (ceiling === 0 && !stop.aborted)
    throw new Error(`no step without failures: ${rampMeter.errors().examples.join('; ')}`)
  const perSecond = ceiling * options.share
  record({ ceiling, steps, perSecond })
  print(`ceiling: ${Math.round(ceiling)} operations/s; requesting ${Math.round(perSecond)}`)
  // Ignores errors logged while searching for the ceiling, which overloads the system on purpose.
  const knownErrors = new Set(readProcessErrors(context.environment))
  const meter = createMeter()
  for (const example of costMeter.errors().examples) meter.fail('processor time', example)
  const samples = await runTraffic(context, meter, { ...options, perSecond })
  for (const entry of readProcessErrors(context.environment)) if (!knownErrors.has(entry)) meter.fail('process', entry)
  for (const entry of await findUnfairness(context)) meter.fail('fairness', entry)
  const [first, last] = [meter.readPart('first'), meter.readPart('last')]
  const [verdicts, growth] = [judgeSeries(samples), computeTableGrowth(samples)]
  const result = { costs, steps, ceiling, perSecond, samples, first, last, verdicts, growth, errors: meter.errors() }
  record({ first, last, verdicts, growth, errors: result.errors })
  return result
}

/** Runs campaigns one after another meanwhile, so that the measured ceiling leaves room for them. */
async function runRampWithCampaigns(
  context: OperationContext,
  meter: Meter,
  { ceiling, sizes, stop }: LoadOptions,
): Promise<RampStep[]> {
  const controller = new AbortController()
  const campaigns = { everySeconds: 1, people: sizes.campaignPeople }
  const running = runCampaigns(context, meter, campaigns, AbortSignal.any([stop, controller.signal]))
  try {
    return await runRamp(context, meter, ceiling, stop)
  } finally {
    controller.abort()
    await running
  }
}

/** Runs the traffic and takes a sample every few seconds. */
async function runTraffic(
  context: OperationContext,
  meter: Meter,
  options: LoadOptions & { perSecond: number },
): Promise<LoadSample[]> {
  const { perSecond, sampleSeconds, stop } = options
  const seconds = options.minutes * 60
  const controller = new AbortController()
  const endSignal = AbortSignal.any([stop, controller.signal])
  const startedAt = performance.now()
  const samples: LoadSample[] = []
  let sampledAt = startedAt
  const recordSample = async () => {
    const now = performance.now()
    const minute = (now - startedAt) / 60_000
    meter.startPart(thirds[Math.min(2, Math.floor((minute * 3) / options.minutes))] as string)
    const sample = await takeSample(context.environment, meter, { minute, seconds: (now - sampledAt) / 1000 })
    sampledAt = now
    samples.push(sample)
    options.record(sample)
    options.onSample(sample)
  }
  await recordSample()
  const campaigns = { everySeconds: options.campaignEverySeconds, people: options.sizes.campaignPeople }
  const running = runCampaigns(context, meter, campaigns, endSignal)
  const traffic = runAtRate(context, meter, { perSecond, seconds }, stop).finally(() => controller.abort())
  while (!endSignal.aborted) {
    const waitMilliseconds = startedAt + samples.length * sampleSeconds * 1000 - performance.now()
    await sleep(Math.max(0, waitMilliseconds), undefined, { signal: endSignal }).catch(() => {})
    if (!endSignal.aborted) await recordSample()
  }
  await Promise.all([traffic, running])
  return samples
}

/** Processes that exited by themselves, and the errors they logged. */
function readProcessErrors({ api, gateway, worker }: LoadEnvironment): string[] {
  return [api, gateway, worker].flatMap(({ name, unexpectedExits, readLog }) => [
    ...unexpectedExits,
    ...readLog()
      .split('\n')
      .filter((line) => /"level":(50|60|"error"|"fatal")/.test(line))
      .map((line) => `${name} logged ${line.slice(0, 500)}`),
  ])
}

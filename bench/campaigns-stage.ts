import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark } from './benchmark.ts'
import { type BenchCampaign, type CampaignBench, withCampaignBench } from './campaign-agent.ts'
import { mixedGroupExclusions } from './campaign-people.ts'
import { measurePeakMemory } from './resident-memory.ts'

const listedPeople = 50_000
const filteredPeople = Number(process.env.BENCH_AMOUNT ?? 1_000_000)
const targets = {
  ...{ seconds: 10, secondsOfExperiment: 12, secondsOfMillion: 240, secondsOfMillionExperiment: 300 },
  ...{ megabytes: 150, milliseconds: 500 },
}
const readsPerSecond = 25

/**
 * Staging as many people as a list may name, many of them excluded for various reasons, compared with one statement
 * that writes as many rows.
 */
export function benchCampaignsStage(url: string): Promise<Benchmark[]> {
  return withCampaignBench(url, async (bench) => {
    const personIds = await bench.createPeople({ tag: 'named', count: listedPeople, mixed: true })
    await (await bench.create({ personIds: personIds.slice(0, 2_000) })).stage()
    const campaign = await bench.create({ personIds })
    const plain = await measureStaging(bench, {
      campaign,
      people: listedPeople,
      name: `stage ${listedPeople} people by their ids`,
      seconds: targets.seconds,
    })
    return [...plain, ...(await measureExperiment(await bench.createExperiment({ personIds })))]
  })
}

/** The same people with three variants, three channels and a holdout. */
async function measureExperiment(campaign: BenchCampaign): Promise<Benchmark[]> {
  const startedAt = performance.now()
  const { counts } = await campaign.stage()
  const seconds = (performance.now() - startedAt) / 1000
  if (counts.total !== listedPeople) throw new Error(`staging resulted in ${JSON.stringify(counts)}`)
  const name = `stage ${listedPeople} people with 3 variants and 3 channels`
  return [{ name, ours: seconds, ceiling: targets.secondsOfExperiment, unit: 's (less is better)' }]
}

/** The same for a campaign that selects everyone by a filter. */
export function benchCampaignsStageMillion(url: string): Promise<Benchmark[]> {
  return withCampaignBench(url, async (bench) => {
    await bench.createPeople({ tag: 'everybody', count: filteredPeople, mixed: true })
    await (await bench.create({ personIds: ['per_1', 'per_2'] })).stage()
    const campaign = await bench.create({ filter: { tag: 'everybody' } })
    const name = `stage ${filteredPeople} people by a filter`
    return measureStaging(bench, { campaign, people: filteredPeople, name, seconds: targets.secondsOfMillion })
  })
}

/** The same people with three variants, three channels and a holdout. */
export function benchCampaignsStageExperiment(url: string): Promise<Benchmark[]> {
  return withCampaignBench(url, async (bench) => {
    await bench.createPeople({ tag: 'everybody', count: filteredPeople, mixed: true })
    await (await bench.create({ personIds: ['per_1', 'per_2'] })).stage()
    return measureStaging(bench, {
      campaign: await bench.createExperiment({ filter: { tag: 'everybody' } }),
      people: filteredPeople,
      name: `stage ${filteredPeople} people with 3 variants and 3 channels`,
      seconds: targets.secondsOfMillionExperiment,
      // On three channels fewer people are excluded.
      exclusions: ['no-consent'],
    })
  })
}

type StagingCase = {
  campaign: BenchCampaign
  people: number
  name: string
  seconds: number
  /** The reasons that must each exclude a sixteenth of the people. */
  exclusions?: readonly string[]
}

async function measureStaging(
  bench: CampaignBench,
  { campaign, people, name, seconds: limit, exclusions = mixedGroupExclusions }: StagingCase,
): Promise<Benchmark[]> {
  const ceiling = people / (await measureBareInsert(bench, people))
  const { result, grownMegabytes } = await measurePeakMemory(bench.parley.pid, () =>
    readMeanwhile(bench, () => measureStagingSeconds(campaign, { people, expected: exclusions })),
  )
  const { result: seconds, p99 } = result
  const lessIsBetter = (ours: number, limit: number, unit: string) => ({
    ours,
    ceiling: limit,
    unit: `${unit} (less is better)`,
  })
  return [
    { name: `${name}, compared with bare rows`, ours: people / seconds, ceiling, unit: 'people/s' },
    { name, ...lessIsBetter(seconds, limit, 's') },
    { name: `${name}: memory grows by`, ...lessIsBetter(grownMegabytes, targets.megabytes, 'MB') },
    { name: `${name}: p99 of a concurrent read`, ...lessIsBetter(p99, targets.milliseconds, 'ms') },
  ]
}

type ExpectedStaging = { people: number; expected: readonly string[] }

/** Also checks that the expected exclusions occur. */
async function measureStagingSeconds(campaign: BenchCampaign, { people, expected }: ExpectedStaging): Promise<number> {
  const startedAt = performance.now()
  const { counts, exclusions = {} } = await campaign.stage()
  const seconds = (performance.now() - startedAt) / 1000
  if (counts.total !== people || expected.some((reason) => Math.abs((exclusions[reason] ?? 0) - people / 16) > 1))
    throw new Error(`staging resulted in ${JSON.stringify({ counts, exclusions })}`)
  return seconds
}

async function measureBareInsert({ client }: CampaignBench, people: number): Promise<number> {
  await client.query('create table bench_rows (n int, person_id text, asid text)')
  const startedAt = performance.now()
  await client.query(
    `insert into bench_rows select n, 'per_' || n, 'usr_per_' || n from generate_series(1, $1::int) as n`,
    [people],
  )
  const seconds = (performance.now() - startedAt) / 1000
  await client.query('drop table bench_rows')
  return seconds
}

/** Reads at a steady rate while `run` runs, without waiting for the previous read. */
async function readMeanwhile<T>({ parley }: CampaignBench, run: () => Promise<T>): Promise<{ result: T; p99: number }> {
  const url = `${parley.origin}/v1/orgs/demo/agents/${parley.agent}`
  const headers = { authorization: `Bearer ${parley.key}` }
  const readTimes: Promise<number>[] = []
  let reading = true
  const reader = (async () => {
    while (reading) {
      readTimes.push(measureRead(url, headers))
      await sleep(1000 / readsPerSecond)
    }
  })()
  const result = await run().finally(() => {
    reading = false
  })
  await reader
  const sorted = (await Promise.all(readTimes)).sort((first, second) => first - second)
  return { result, p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN }
}

async function measureRead(url: string, headers: Record<string, string>): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`a read returned ${response.status}`)
  return performance.now() - startedAt
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark } from './benchmark.ts'
import { type BenchCampaign, type CampaignBench, withCampaignBench } from './campaign-agent.ts'
import { mixedLotExclusions } from './campaign-people.ts'
import { measurePeakMemory } from './resident-memory.ts'

const named = 50_000
const million = Number(process.env.BENCH_AMOUNT ?? 1_000_000)
const targets = { seconds: 10, secondsOfMillion: 240, megabytes: 150, milliseconds: 500 }
const readsPerSecond = 25

/**
 * Staging as many people as a list may name, many of them excluded for various reasons, compared with one statement
 * that writes as many rows.
 */
export function benchCampaignsStage(url: string): Promise<Benchmark[]> {
  return withCampaignBench(url, async (bench) => {
    const personIds = await bench.people({ lot: 'named', count: named, mixed: true })
    await (await bench.create({ personIds: personIds.slice(0, 2_000) })).stage()
    const campaign = await bench.create({ personIds })
    return measured(bench, {
      campaign,
      people: named,
      name: `stage ${named} people by their ids`,
      seconds: targets.seconds,
    })
  })
}

/** The same for a campaign that selects everyone by a filter. */
export function benchCampaignsStageMillion(url: string): Promise<Benchmark[]> {
  return withCampaignBench(url, async (bench) => {
    await bench.people({ lot: 'everybody', count: million, mixed: true })
    await (await bench.create({ personIds: ['per_1', 'per_2'] })).stage()
    const campaign = await bench.create({ filter: { tag: 'everybody' } })
    const name = `stage ${million} people by a filter`
    return measured(bench, { campaign, people: million, name, seconds: targets.secondsOfMillion })
  })
}

type Staging = { campaign: BenchCampaign; people: number; name: string; seconds: number }

async function measured(
  bench: CampaignBench,
  { campaign, people, name, seconds: limit }: Staging,
): Promise<Benchmark[]> {
  const ceiling = people / (await bareSeconds(bench, people))
  const { result, grown } = await measurePeakMemory(bench.parley.pid, () =>
    beside(bench, () => timed(campaign, people)),
  )
  const { result: seconds, p99 } = result
  const lessIsBetter = (ours: number, most: number, unit: string) => ({
    ours,
    ceiling: most,
    unit: `${unit} (less is better)`,
  })
  return [
    { name: `${name}, compared with bare rows`, ours: people / seconds, ceiling, unit: 'people/s' },
    { name, ...lessIsBetter(seconds, limit, 's') },
    { name: `${name}: memory grows by`, ...lessIsBetter(grown, targets.megabytes, 'MB') },
    { name: `${name}: p99 of a concurrent read`, ...lessIsBetter(p99, targets.milliseconds, 'ms') },
  ]
}

/** Also checks that all six exclusion reasons occur. */
async function timed(campaign: BenchCampaign, people: number): Promise<number> {
  const begunAt = performance.now()
  const { counts, exclusions = {} } = await campaign.stage()
  const seconds = (performance.now() - begunAt) / 1000
  if (
    counts.total !== people ||
    mixedLotExclusions.some((reason) => Math.abs((exclusions[reason] ?? 0) - people / 16) > 1)
  )
    throw new Error(`staging resulted in ${JSON.stringify({ counts, exclusions })}`)
  return seconds
}

async function bareSeconds({ client }: CampaignBench, people: number): Promise<number> {
  await client.query('create table bench_rows (n int, person_id text, asid text)')
  const begunAt = performance.now()
  await client.query(
    `insert into bench_rows select n, 'per_' || n, 'usr_per_' || n from generate_series(1, $1::int) as n`,
    [people],
  )
  const seconds = (performance.now() - begunAt) / 1000
  await client.query('drop table bench_rows')
  return seconds
}

/** Reads at a steady rate while `act` runs, without waiting for the previous read. */
async function beside<T>({ parley }: CampaignBench, act: () => Promise<T>): Promise<{ result: T; p99: number }> {
  const url = `${parley.origin}/v1/orgs/demo/agents/${parley.agent}`
  const headers = { authorization: `Bearer ${parley.key}` }
  const reads: Promise<number>[] = []
  let reading = true
  const reader = (async () => {
    while (reading) {
      reads.push(readTime(url, headers))
      await sleep(1000 / readsPerSecond)
    }
  })()
  const result = await act().finally(() => {
    reading = false
  })
  await reader
  const sorted = (await Promise.all(reads)).sort((one, other) => one - other)
  return { result, p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN }
}

async function readTime(url: string, headers: Record<string, string>): Promise<number> {
  const begunAt = performance.now()
  const answer = await fetch(url, { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`a read was answered ${answer.status}`)
  return performance.now() - begunAt
}

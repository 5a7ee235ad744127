import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark } from './benchmark.ts'
import { type BenchCampaign, type CampaignBench, readSinkCounts, withCampaignBench } from './campaign-agent.ts'
import { deliverMessages } from './deliver-messages.ts'
import { measureCallRate } from './gateway.ts'
import { measurePeakMemory } from './resident-memory.ts'

const connections = 16
const warmUpAmount = 3_000
const dispatchedPeople = 20_000
const smallSize = 10_000
const largeSize = Number(process.env.BENCH_AMOUNT ?? 100_000)
const [experimentRounds, experimentPeople] = [4, 5_000] as const
const pausing = { people: 40_000, times: 5, runMilliseconds: 2_000, quietMilliseconds: 3_000, target: 2_000 }

/**
 * Time from the start of a campaign until it is completed, compared with sending as many gateway messages to the same
 * people.
 */
export function benchCampaignsDispatch(url: string): Promise<Benchmark[]> {
  return withCampaignBench(url, async (bench) => {
    await warmUp(bench)
    await analyze(bench)
    const [firstGroup, secondGroup] = ['one', 'other'].map((tag) => ({ tag, count: dispatchedPeople })) as [
      RecipientGroupSize,
      RecipientGroupSize,
    ]
    const [firstIds, secondIds] = [await bench.createPeople(firstGroup), await bench.createPeople(secondGroup)]
    const measureCampaign = async (group: RecipientGroupSize) =>
      dispatchedPeople / (await runCampaign(bench, group)).seconds
    const buildResult = (recipients: string, ours: number, ceiling: number): Benchmark => {
      return { name: `campaign to ${dispatchedPeople} ${recipients}`, ours, ceiling, unit: 'recipients/s' }
    }
    const newPeople = buildResult(
      'strangers, compared with bulk messages',
      await measureCampaign(firstGroup),
      await measureMessages(bench, secondIds),
    )
    // Swaps the groups: each side now sends to the people that the other side has sent to.
    const campaignRate = await measureCampaign(secondGroup)
    const bulkRate = await measureMessages(bench, firstIds)
    const unlimitedRate = await measureMessages(bench, firstIds, {})
    return [
      newPeople,
      buildResult('people contacted before, compared with bulk messages', campaignRate, bulkRate),
      buildResult('people contacted before, compared with messages without a rate limit', campaignRate, unlimitedRate),
    ]
  })
}

/** Each round sends a plain campaign and an experiment, in turn first, to new people. */
export function benchCampaignsExperiment(url: string): Promise<Benchmark[]> {
  return withCampaignBench(url, async (bench) => {
    const create = { plain: bench.create, experiment: bench.createVariants }
    const run = async (kind: keyof typeof create, round: string, count: number) => {
      const group = { tag: `${kind}-${round}`, count }
      await bench.createPeople(group)
      return (await runCampaign(bench, group, create[kind])).seconds
    }
    for (const kind of ['plain', 'experiment'] as const) await run(kind, 'warm-up', warmUpAmount)
    await analyze(bench)
    const seconds = { plain: 0, experiment: 0 }
    for (let round = 0; round < experimentRounds; round++) {
      const kinds = ['plain', 'experiment'] as const
      for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
        seconds[kind] += await run(kind, String(round), experimentPeople)
      }
    }
    const people = experimentRounds * experimentPeople
    const name = `experiment with 3 variants to ${people} people, compared with a plain campaign`
    return [{ name, ours: people / seconds.experiment, ceiling: people / seconds.plain, unit: 'recipients/s' }]
  })
}

/** Cost per recipient of a large campaign compared with a small one. BENCH_AMOUNT sets the size of the large one. */
export function benchCampaignsCost(url: string): Promise<Benchmark[]> {
  return withCampaignBench(url, async (bench) => {
    await warmUp(bench)
    const unanalyzed = await measureCost(bench, { tag: 'fresh', count: smallSize })
    await analyze(bench)
    const small = await measureCost(bench, { tag: 'small', count: smallSize })
    const large = await measureCost(bench, { tag: 'large', count: largeSize })
    const unit = 'ms each (less is better)'
    const name = `campaign to ${largeSize}, compared with ${smallSize}`
    return [
      { name: `${name}: staging`, ours: large.staging, ceiling: small.staging, unit },
      { name: `${name}: sending`, ours: large.sending, ceiling: small.sending, unit },
      { name: `${name}: peak memory`, ours: large.memory, ceiling: small.memory, unit: 'MB (less is better)' },
      {
        name: `campaign to ${smallSize}, before the tables are analyzed compared with after: sending`,
        ours: unanalyzed.sending,
        ceiling: small.sending,
        unit,
      },
    ]
  })
}

async function measureCost(
  bench: CampaignBench,
  group: RecipientGroupSize,
): Promise<{ staging: number; sending: number; memory: number }> {
  await bench.createPeople(group)
  const { result, megabytesBefore, grownMegabytes } = await measurePeakMemory(bench.parley.pid, () =>
    runCampaign(bench, group),
  )
  const msPerRecipient = (seconds: number) => (seconds * 1000) / group.count
  return {
    staging: msPerRecipient(result.stagingSeconds),
    sending: msPerRecipient(result.seconds),
    memory: megabytesBefore + grownMegabytes,
  }
}

/** How long messages keep arriving after the pause call returned, at full speed; reports the longest. */
export function benchCampaignsPause(url: string): Promise<Benchmark[]> {
  return withCampaignBench(url, async (bench) => {
    await warmUp(bench)
    await analyze(bench)
    const group = { tag: 'all', count: pausing.people }
    await bench.createPeople(group)
    const before = await readSinkCounts(bench)
    const campaign = await createStagedCampaign(group, bench.create)
    await campaign.transition('start')
    const expectedCount = before.received + pausing.people
    const pauses: PauseMeasurement[] = []
    for (let round = 0; round < pausing.times; round++) {
      await sleep(pausing.runMilliseconds)
      pauses.push(await measurePause(bench, campaign, expectedCount))
      await campaign.transition('resume')
    }
    await campaign.waitUntilCompleted()
    await assertAllArrived(bench, expectedCount)
    const buildLongest = (field: keyof PauseMeasurement, name: string): Benchmark => {
      const ours = Math.max(...pauses.map((pause) => pause[field]))
      return {
        name: `${name}, slowest of ${pausing.times}`,
        ours,
        ceiling: pausing.target,
        unit: 'ms (less is better)',
      }
    }
    return [
      buildLongest('lateMs', 'messages that arrive after a pause was confirmed'),
      buildLongest('confirmMs', 'time to confirm a pause'),
    ]
  })
}

type PauseMeasurement = { confirmMs: number; lateMs: number }

async function measurePause(
  bench: CampaignBench,
  campaign: BenchCampaign,
  expectedCount: number,
): Promise<PauseMeasurement> {
  const calledAt = Date.now()
  await campaign.transition('pause')
  const answeredAt = Date.now()
  for (;;) {
    await sleep(100)
    const { lastAt, received } = await readSinkCounts(bench)
    if (received === expectedCount) throw new Error('all messages arrived before the pause')
    if (Date.now() - Math.max(lastAt, answeredAt) > pausing.quietMilliseconds)
      return { confirmMs: answeredAt - calledAt, lateMs: Math.max(0, lastAt - answeredAt) }
  }
}

type RecipientGroupSize = { tag: string; count: number }

async function warmUp(bench: CampaignBench): Promise<void> {
  const group = { tag: 'warm-up', count: warmUpAmount }
  const people = await bench.createPeople(group)
  await runCampaign(bench, group)
  await measureMessages(bench, people)
}

/** Autovacuum would do this within a minute or two. */
const analyze = ({ client }: CampaignBench) => client.query('analyze')

async function createStagedCampaign(
  { tag, count }: RecipientGroupSize,
  create: CampaignBench['create'],
): Promise<BenchCampaign> {
  const campaign = await create({ filter: { tag } })
  const { counts } = await campaign.stage()
  if (counts.sendable !== count) throw new Error(`${counts.sendable} of ${count} people are sendable`)
  return campaign
}

async function runCampaign(
  bench: CampaignBench,
  group: RecipientGroupSize,
  create = bench.create,
): Promise<{ stagingSeconds: number; seconds: number }> {
  const { received } = await readSinkCounts(bench)
  const stagingStartedAt = performance.now()
  const campaign = await createStagedCampaign(group, create)
  const startedAt = performance.now()
  await campaign.transition('start')
  const { counts } = await campaign.waitUntilCompleted()
  const seconds = (performance.now() - startedAt) / 1000
  if (counts.sent !== group.count) throw new Error(`${counts.sent} of ${group.count} were sent`)
  await assertAllArrived(bench, received + group.count)
  return { stagingSeconds: (startedAt - stagingStartedAt) / 1000, seconds }
}

async function assertAllArrived(bench: CampaignBench, expected: number): Promise<void> {
  const { received, duplicates } = await readSinkCounts(bench)
  if (received !== expected || duplicates > 0)
    throw new Error(`${received} of ${expected} arrived, ${duplicates} of them twice`)
}

/** Messages per second, from the first call until the last message has arrived. */
async function measureMessages(
  { parley, sink }: CampaignBench,
  people: readonly string[],
  options: { priority?: 'batch' } = { priority: 'batch' },
): Promise<number> {
  let sent = 0
  const messages = [{ spec: 'amf/1', parts: [{ type: 'text', text: 'Hello, the spring offers are here.' }] }]
  const nextBody = () => JSON.stringify({ userId: `usr_${people[sent++]}`, messages, ...options })
  const send = (amount: number) =>
    measureCallRate({
      url: `${parley.gateway}/v4/messages`,
      method: 'POST',
      headers: { authorization: `Bearer ${parley.accessToken}`, 'content-type': 'application/json' },
      requests: [{ setupRequest: (request) => ({ ...request, body: nextBody() }) }],
      connections,
      amount,
    })
  return (await deliverMessages(sink, people.length, { send })).delivered
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark } from './benchmark.ts'
import { type BenchCampaign, type CampaignBench, readSinkCounts, withCampaignBench } from './campaign-agent.ts'
import { deliverMessages } from './deliver-messages.ts'
import { callRate } from './gateway.ts'
import { measurePeakMemory } from './resident-memory.ts'

const connections = 16
const warmUpAmount = 3_000
const dispatched = 20_000
const few = 10_000
const many = Number(process.env.BENCH_AMOUNT ?? 100_000)
const pausing = { people: 40_000, times: 5, runMilliseconds: 2_000, quietMilliseconds: 3_000, target: 2_000 }

/**
 * Time from the start of a campaign until it is completed, compared with sending as many gateway messages to the same
 * people.
 */
export function benchCampaignsDispatch(url: string): Promise<Benchmark[]> {
  return withCampaignBench(url, async (bench) => {
    await warmUp(bench)
    await analyze(bench)
    const [one, other] = ['one', 'other'].map((lot) => ({ lot, count: dispatched })) as [Sized, Sized]
    const [ones, others] = [await bench.people(one), await bench.people(other)]
    const campaignTo = async (lot: Sized) => dispatched / (await sendTo(bench, lot)).seconds
    const beside = (whom: string, ours: number, ceiling: number): Benchmark => {
      return { name: `campaign to ${dispatched} ${whom}`, ours, ceiling, unit: 'recipients/s' }
    }
    const toStrangers = beside(
      'strangers, compared with bulk messages',
      await campaignTo(one),
      await messagesTo(bench, others),
    )
    // Swaps the groups: each side now sends to the people that the other side has sent to.
    const again = await campaignTo(other)
    const bulk = await messagesTo(bench, ones)
    const unpaced = await messagesTo(bench, ones, {})
    return [
      toStrangers,
      beside('people contacted before, compared with bulk messages', again, bulk),
      beside('people contacted before, compared with messages without a rate limit', again, unpaced),
    ]
  })
}

/** Cost per recipient of a large campaign compared with a small one. BENCH_AMOUNT sets the size of the large one. */
export function benchCampaignsCost(url: string): Promise<Benchmark[]> {
  return withCampaignBench(url, async (bench) => {
    await warmUp(bench)
    const fresh = await costOf(bench, { lot: 'fresh', count: few })
    await analyze(bench)
    const small = await costOf(bench, { lot: 'small', count: few })
    const large = await costOf(bench, { lot: 'large', count: many })
    const each = 'ms each (less is better)'
    const name = `campaign to ${many}, compared with ${few}`
    return [
      { name: `${name}: staging`, ours: large.staging, ceiling: small.staging, unit: each },
      { name: `${name}: sending`, ours: large.sending, ceiling: small.sending, unit: each },
      { name: `${name}: peak memory`, ours: large.memory, ceiling: small.memory, unit: 'MB (less is better)' },
      {
        name: `campaign to ${few}, before the tables are analyzed compared with after: sending`,
        ours: fresh.sending,
        ceiling: small.sending,
        unit: each,
      },
    ]
  })
}

async function costOf(bench: CampaignBench, lot: Sized): Promise<{ staging: number; sending: number; memory: number }> {
  await bench.people(lot)
  const { result, before, grown } = await measurePeakMemory(bench.parley.pid, () => sendTo(bench, lot))
  const each = (seconds: number) => (seconds * 1000) / lot.count
  return { staging: each(result.stagingSeconds), sending: each(result.seconds), memory: before + grown }
}

/** How long messages keep arriving after the pause call returned, at full speed; reports the longest. */
export function benchCampaignsPause(url: string): Promise<Benchmark[]> {
  return withCampaignBench(url, async (bench) => {
    await warmUp(bench)
    await analyze(bench)
    const lot = { lot: 'all', count: pausing.people }
    await bench.people(lot)
    const before = await readSinkCounts(bench)
    const campaign = await stagedFor(bench, lot)
    await campaign.transition('start')
    const all = before.seen + pausing.people
    const measured: Pause[] = []
    for (let time = 0; time < pausing.times; time++) {
      await sleep(pausing.runMilliseconds)
      measured.push(await pause(bench, campaign, all))
      await campaign.transition('resume')
    }
    await campaign.completed()
    await allArrived(bench, all)
    const longest = (what: keyof Pause, name: string): Benchmark => {
      const ours = Math.max(...measured.map((one) => one[what]))
      return {
        name: `${name}, slowest of ${pausing.times}`,
        ours,
        ceiling: pausing.target,
        unit: 'ms (less is better)',
      }
    }
    return [
      longest('lag', 'messages that arrive after a pause was confirmed'),
      longest('answer', 'time to confirm a pause'),
    ]
  })
}

type Pause = { answer: number; lag: number }

async function pause(bench: CampaignBench, campaign: BenchCampaign, all: number): Promise<Pause> {
  const calledAt = Date.now()
  await campaign.transition('pause')
  const answeredAt = Date.now()
  for (;;) {
    await sleep(100)
    const { lastAt, seen } = await readSinkCounts(bench)
    if (seen === all) throw new Error('all messages arrived before the pause')
    if (Date.now() - Math.max(lastAt, answeredAt) > pausing.quietMilliseconds)
      return { answer: answeredAt - calledAt, lag: Math.max(0, lastAt - answeredAt) }
  }
}

type Sized = { lot: string; count: number }

async function warmUp(bench: CampaignBench): Promise<void> {
  const lot = { lot: 'warm-up', count: warmUpAmount }
  const people = await bench.people(lot)
  await sendTo(bench, lot)
  await messagesTo(bench, people)
}

/** Autovacuum would do this within a minute or two. */
const analyze = ({ client }: CampaignBench) => client.query('analyze')

async function stagedFor(bench: CampaignBench, { lot, count }: Sized): Promise<BenchCampaign> {
  const campaign = await bench.create({ filter: { tag: lot } })
  const { counts } = await campaign.stage()
  if (counts.sendable !== count) throw new Error(`${counts.sendable} of ${count} can be sent to`)
  return campaign
}

async function sendTo(bench: CampaignBench, lot: Sized): Promise<{ stagingSeconds: number; seconds: number }> {
  const { seen } = await readSinkCounts(bench)
  const begunAt = performance.now()
  const campaign = await stagedFor(bench, lot)
  const startedAt = performance.now()
  await campaign.transition('start')
  const { counts } = await campaign.completed()
  const seconds = (performance.now() - startedAt) / 1000
  if (counts.sent !== lot.count) throw new Error(`${counts.sent} of ${lot.count} were sent`)
  await allArrived(bench, seen + lot.count)
  return { stagingSeconds: (startedAt - begunAt) / 1000, seconds }
}

async function allArrived(bench: CampaignBench, wanted: number): Promise<void> {
  const { seen, doubled } = await readSinkCounts(bench)
  if (seen !== wanted || doubled > 0) throw new Error(`${seen} of ${wanted} arrived, ${doubled} of them twice`)
}

/** Messages per second, from the first call until the last message has arrived. */
async function messagesTo(
  { parley, sink }: CampaignBench,
  people: readonly string[],
  manner: { priority?: 'batch' } = { priority: 'batch' },
): Promise<number> {
  let sent = 0
  const messages = [{ spec: 'amf/1', parts: [{ type: 'text', text: 'Hello, the spring offers are here.' }] }]
  const nextBody = () => JSON.stringify({ userId: `usr_${people[sent++]}`, messages, ...manner })
  const send = (amount: number) =>
    callRate({
      url: `${parley.gateway}/v4/messages`,
      method: 'POST',
      headers: { authorization: `Bearer ${parley.accessToken}`, 'content-type': 'application/json' },
      requests: [{ setupRequest: (request) => ({ ...request, body: nextBody() }) }],
      connections,
      amount,
    })
  return (await deliverMessages(sink, people.length, { send })).delivered
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCampaignsBench } from '../../../testing/campaigns-bench.ts'
import { openGoogleRbm } from '../../../testing/outreach-bench.ts'

/** A provider that is unavailable, requests a pause, or limits the rate. */

const google = await openGoogleRbm()
const batchRates = { 'google-rbm': 400, lab: 20 }
const bench = await createCampaignsBench({ config: { channelApis: google.apis, batchRates } })
const { world, work } = bench
const { pool } = bench.server.database

async function startCampaign(count: number) {
  const own = await bench.agent(google.binding)
  const people = await own.importPeople(Array.from({ length: count }, () => ({})))
  const id = await own.createStagedCampaign(people, { outreachId: await own.outreach('News') })
  const numbers = new Set(people.map(({ address }) => address))
  const tried = () => google.received.flatMap(({ to }) => (numbers.has(to) ? [to] : []))
  await settle()
  await own.command(id, 'start')
  return { own, id, tried, numbers: [...numbers].sort() }
}
/** A new Outreach wakes the campaigns of its agent for some seconds; this waits until that is over. */
async function settle(): Promise<void> {
  await work()
  await pass(0.1, 0.05)
}

/** Advances the clock in small steps. */
async function pass(minutes: number, step: number): Promise<void> {
  for (let left = minutes; left > 0; left -= step) {
    world.advance(step * 60_000)
    await work()
  }
}

test('while a provider is down few sends are attempted, no recipient is lost and none receives the message twice', async () => {
  const { own, id, tried, numbers } = await startCampaign(130)
  let isAway = true
  const accepted: string[] = []
  google.behavior.acceptMessage = ({ to }) => {
    if (isAway) return { status: 503 }
    accepted.push(to)
    return {}
  }
  await work()
  const { status, waiting } = await own.assertAddsUp(id)
  assert.deepEqual([status, waiting], ['running', { reason: 'provider_unavailable' }])
  const first = new Set(tried()).size
  assert.ok(first <= 80, `a batch of each lane finds out, not ${first}`)
  await pass(20, 4)
  const all = new Set(tried()).size
  assert.ok(all <= first + 15, `then one asks now and then, not ${all - first}`)
  assert.equal((await own.assertAddsUp(id)).counts.failed, 0)
  isAway = false
  await pass(40, 8)
  delete google.behavior.acceptMessage
  const done = await own.assertAddsUp(id)
  assert.deepEqual([done.status, done.waiting, done.counts.sent], ['completed', undefined, 130])
  assert.deepEqual(accepted.sort(), numbers)
})

test('if the provider stays down, recipients with four attempts fail and the others wait', async () => {
  const { own, id, numbers } = await startCampaign(120)
  google.behavior.acceptMessage = () => ({ status: 503 })
  await work()
  await pass(120, 10)
  const { status, counts, waiting } = await own.assertAddsUp(id)
  assert.deepEqual([status, waiting, counts.sent], ['running', { reason: 'provider_unavailable' }, 0])
  assert.ok(counts.failed >= 12 && counts.queued > 0, JSON.stringify(counts))
  const { reasons } = await own.report(id)
  assert.deepEqual(reasons, { dispatch_failed: counts.failed })
  delete google.behavior.acceptMessage
  await pass(40, 10)
  const done = await own.assertAddsUp(id)
  assert.deepEqual([done.status, done.counts.sent], ['completed', numbers.length - done.counts.failed])
})

test('all lanes observe a pause that the provider asks for, to the second', async () => {
  const { own, id, tried, numbers } = await startCampaign(240)
  const accepted: string[] = []
  let asks = 1
  google.behavior.acceptMessage = ({ to }) => {
    if (asks-- > 0) return { status: 429, headers: { 'retry-after': '300' } }
    accepted.push(to)
    return {}
  }
  await work()
  const before = tried().length
  assert.ok(before <= 200, `${before} were on their way, or left before it was heard`)
  world.advance(299_000)
  await work()
  assert.equal(tried().length, before, 'nothing is tried in the pause')
  await pass(10, 2)
  delete google.behavior.acceptMessage
  assert.deepEqual([(await own.assertAddsUp(id)).status, accepted.sort()], ['completed', numbers])
})

test('a single refused send is retried by itself and delays no other send', async () => {
  const { own, id, tried } = await startCampaign(12)
  let asks = 1
  google.behavior.acceptMessage = () => (asks-- > 0 ? { status: 503 } : {})
  await work()
  const { counts, status } = await own.assertAddsUp(id)
  const until = new Date(world.now().getTime() + 120_000).toISOString()
  assert.deepEqual([counts.sent, counts.queued, status], [11, 1, 'running'])
  world.advance(1_000)
  await work()
  const { waiting } = await own.readCampaign(id)
  assert.deepEqual(waiting, { reason: 'provider_unavailable', until })
  await pass(4, 2)
  delete google.behavior.acceptMessage
  assert.deepEqual([(await own.assertAddsUp(id)).status, tried().length], ['completed', 13])
})

test('a recipient whom the provider refuses permanently fails, and the others do not', async () => {
  const { own, id } = await startCampaign(12)
  let asks = 1
  google.behavior.acceptMessage = () => (asks-- > 0 ? { status: 400 } : {})
  await work()
  delete google.behavior.acceptMessage
  const { counts, status } = await own.assertAddsUp(id)
  assert.deepEqual([counts.sent, counts.failed, status], [11, 1, 'completed'])
})

test('sends never exceed the rate limit, however many lanes there are', async () => {
  const own = await bench.agent()
  const people = await own.importPeople(Array.from({ length: 60 }, () => ({})))
  const id = await own.createStagedCampaign(people, { outreachId: await own.outreach('News') })
  await settle()
  const begins = world.now().getTime()
  await own.command(id, 'start')
  const sql = "select batch_free_at as at from channel_bindings where agent_key = $1 and channel = 'rcs'"
  const free = async (): Promise<number> => (await pool.query(sql, [own.key.key])).rows[0].at.getTime()
  await work()
  const { sent, queued } = (await own.readCampaign(id)).counts
  const elapsedSeconds = ((await free()) - begins) / 1000
  assert.ok(sent <= elapsedSeconds * batchRates.lab + 0.001, `${sent} have left on ${elapsedSeconds} seconds`)
  assert.ok(
    queued > 0 && elapsedSeconds > 2 && elapsedSeconds <= 2.25,
    `places are taken ${elapsedSeconds} seconds ahead`,
  )
  world.advance(1_000)
  await work()
  assert.equal((await own.readCampaign(id)).counts.sent, sent, 'they are not to be had twice')
  await pass(1, 0.5)
  assert.deepEqual([(await own.readCampaign(id)).status, (await own.readCampaign(id)).counts.sent], ['completed', 60])
})

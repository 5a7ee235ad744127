import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCampaignsBench } from '../../../testing/campaigns-bench.ts'
import { openGoogleRbm } from '../../../testing/outreach-bench.ts'

/** Several processes on one database, simulated in one process; kills.test covers killed ones. */

const google = await openGoogleRbm()
const bench = await createCampaignsBench({ config: { channelApis: google.apis, batchRates: { 'google-rbm': 400 } } })
const { world, work, createOtherWorker } = bench

const ofNumbers = (addresses: readonly string[]) => {
  const numbers = new Set(addresses)
  return () => google.received.flatMap(({ to }) => (numbers.has(to) ? [to] : []))
}

test('two workers that share a campaign send to every recipient exactly once', async () => {
  const own = await bench.agent(google.binding)
  const people = await own.importPeople(Array.from({ length: 190 }, () => ({})))
  const sentNumbers = ofNumbers(people.map(({ address }) => address))
  const id = await own.createStagedCampaign(people, { outreachId: await own.outreach('News') })
  await own.command(id, 'start')
  const other = createOtherWorker()
  await Promise.all([work(), other.drain()])
  world.advance(5_000)
  await Promise.all([work(), other.drain()])
  assert.equal((await own.assertAddsUp(id)).status, 'completed')
  assert.deepEqual(sentNumbers().sort(), people.map(({ address }) => address).sort())
})

test('a dispatcher that lost its lease sends what it has claimed, once, and nothing more', async () => {
  const own = await bench.agent(google.binding)
  const people = await own.importPeople(Array.from({ length: 100 }, () => ({})))
  const sentNumbers = ofNumbers(people.map(({ address }) => address))
  const id = await own.createStagedCampaign(people, { outreachId: await own.outreach('News') })
  await own.command(id, 'start')
  let resumed: Promise<unknown> | undefined
  const other = createOtherWorker()
  google.behavior.acceptMessage = () => {
    // The resume takes the lanes from the workers that are active.
    resumed ??= own
      .command(id, 'pause')
      .then(() => own.command(id, 'resume'))
      .then(() => other.drain())
    return { delayMilliseconds: 20 }
  }
  await work()
  await resumed
  delete google.behavior.acceptMessage
  world.advance(5_000)
  await work()
  assert.equal((await own.assertAddsUp(id)).status, 'completed')
  assert.deepEqual(sentNumbers().sort(), people.map(({ address }) => address).sort())
})

test('with REAL_SENDS off a running campaign and its held recipients wait, and it continues when REAL_SENDS is on', async () => {
  const own = await bench.agent()
  const people = await own.consentingPeople(3)
  const id = await own.createStagedCampaign(people, { outreachId: await own.outreach('News') })
  await people[0]?.phone.sendText('Hello?')
  await own.command(id, 'start')
  const off = createOtherWorker({ realSends: false })
  await off.drain()
  const { status, waiting, counts } = await own.assertAddsUp(id)
  assert.deepEqual([status, waiting, counts.queued], ['running', { reason: 'real_sends_off' }, 3])
  await own.after(2)
  assert.equal((await own.assertAddsUp(id)).counts.sent, 2)
  world.advance(31 * 60_000)
  await off.drain()
  assert.equal((await own.assertAddsUp(id)).counts.sent, 2, 'nor is anybody else sent to')
  await own.after(2)
  assert.equal((await own.assertAddsUp(id)).counts.sent, 3)
})

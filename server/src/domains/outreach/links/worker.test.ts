import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createLinkBench, createTestLink, type LinkAgent, readTestLink } from '../../../testing/link-bench.ts'
import { eraseRedemptions, purgeOldRedemptions } from './queries.ts'

/** The work that follows after a person enters a number. */

const bench = await createLinkBench()
const { world, initiations, abandoned } = bench
const { db } = bench.server.database
type Opened = Exclude<Parameters<typeof bench.answer>[0], 'dispatched'>

let numbers = 0
const newNumber = () => `+1404${5_550_000 + ++numbers}`

/** Enters a number; returns the row of work. */
async function entered(agent: LinkAgent, link?: ReplyBody): Promise<ReplyBody> {
  const { id, code } = link ?? (await createTestLink(agent))
  bench.answer('dispatched')
  initiations.length = 0
  assert.equal((await bench.page(code, newNumber())).status, 200)
  return (await bench.redemptions(id)).at(-1)
}
const after = async ({ link_id, id }: ReplyBody): Promise<ReplyBody> =>
  (await bench.redemptions(link_id)).find((row) => row.id === id)
const agent = await bench.agent()

test('the agent opens the conversation once, in its default playbook', async () => {
  const row = await entered(agent)
  await bench.drain()
  await bench.drain()
  const [opening, ...more] = initiations
  assert.equal(more.length, 0)
  const { asid, id, mustCheckCapability, message } = opening ?? {}
  assert.deepEqual([asid, id, mustCheckCapability], [row.asid, `link-${row.id}`, true])
  const text = 'Hello, this is Harbour. You asked for a message on this number. How can I help you?'
  assert.deepEqual(message, { spec: 'amf/1', parts: [{ type: 'text', text }] })
  const { state, reason, due_at } = await after(row)
  assert.deepEqual([state, reason, due_at], ['sent', null, null])
  const { rows } = await bench.pool.query('select state from runtime_conversations where asid = $1', [row.asid])
  const { data } = assertStatus(await agent.api.get('/playbooks'), 200)
  assert.equal(rows[0].state.opened.playbookId, data.find(({ isDefault }: ReplyBody) => isDefault).id)
  assert.deepEqual(
    rows[0].state.history.map((line: ReplyBody) => line.text),
    [text],
  )
})

const ends: [title: string, opened: Opened, reason: string][] = [
  ['the person has opted out', { kind: 'refused', reason: 'optedOut' }, 'opted_out'],
  ['the number takes no rcs', { kind: 'incapable', known: false }, 'not_rcs_capable'],
  ['it is unreachable', { kind: 'refused', reason: 'noRoute' }, 'no_route'],
  [
    'the carrier refuses it for good',
    { kind: 'failed', reason: 'capabilityUnknown', detail: 'It said no', again: false },
    'capability_unknown',
  ],
]
for (const [title, opened, reason] of ends) {
  test(`when ${title}, nothing is retried, and the use is consumed`, async () => {
    const link = await createTestLink(agent)
    const row = await entered(agent, link)
    bench.answer(opened)
    await bench.drain()
    world.advance(3_600_000)
    await bench.drain()
    assert.equal(initiations.length, 1)
    const now = await after(row)
    assert.deepEqual([now.state, now.reason, now.due_at], ['failed', reason, null])
    assert.equal((await readTestLink(agent, link.id)).redemptionCount, 1)
  })
}

test('a temporary failure is retried after 2, 8 and 20 minutes as the same message, and then fails', async () => {
  const row = await entered(agent)
  bench.answer({ kind: 'failed', reason: 'providerError', detail: 'It is busy', again: true })
  await bench.drain()
  for (const [minutes, tries] of [
    [1, 1],
    [1.2, 2],
    [7, 2],
    [1.8, 3],
    [19, 3],
    [3, 4],
    [60, 4],
  ] as const) {
    world.advance(minutes * 60_000)
    await bench.drain()
    assert.equal(initiations.length, tries, `after ${minutes} minutes more`)
  }
  assert.deepEqual([...new Set(initiations.map(({ id }) => id))], [`link-${row.id}`])
  assert.deepEqual(
    initiations.map(({ isLastAttempt }) => isLastAttempt),
    [false, false, false, true],
  )
  const { state, reason, detail } = await after(row)
  assert.deepEqual([state, reason, detail], ['failed', 'dispatch_failed', 'It is busy'])
})

test('a redemption waits while its binding is disabled', async () => {
  const row = await entered(agent)
  bench.answer({ kind: 'refused', reason: 'bindingDisabled' })
  await bench.drain()
  bench.answer('dispatched')
  world.advance(150_000)
  await bench.drain()
  assert.deepEqual([(await after(row)).state, initiations.length], ['sent', 2])
})

const meanwhile: [title: string, happens: (own: LinkAgent, link: ReplyBody) => Promise<unknown>, reason: string][] = [
  ['paused', ({ api }, { id }) => api.patch(`/outreach-links/${id}`, { disabled: true }), 'link_disabled'],
  ['deleted', ({ api }, { id }) => api.del(`/outreach-links/${id}`), 'link_deleted'],
  [
    'left without its channel, though resumed',
    async ({ api, bindingId }, { id }) => {
      await api.del(`/channels/${bindingId}`)
      await api.patch(`/outreach-links/${id}`, { disabled: false })
    },
    'no_binding',
  ],
]
for (const [title, happens, reason] of meanwhile) {
  test(`nothing is sent through a link that is ${title} before the dispatch`, async () => {
    const own = await bench.agent()
    const link = await createTestLink(own)
    const row = await entered(own, link)
    await happens(own, link)
    await bench.drain()
    assert.equal(initiations.length, 0)
    const { state, reason: why } = await after(row)
    assert.deepEqual([state, why], ['failed', reason])
  })
}

for (const [title, happens, reason] of meanwhile) {
  test(`a pending message of a link that is then ${title} is withdrawn`, async () => {
    const own = await bench.agent()
    const link = await createTestLink(own)
    const row = await entered(own, link)
    bench.answer({ kind: 'failed', reason: 'providerError', detail: 'It is busy', again: true })
    await bench.drain()
    assert.ok(!abandoned.includes(`link-${row.id}`))
    await happens(own, link)
    world.advance(150_000)
    await bench.drain()
    assert.deepEqual([(await after(row)).reason, initiations.length, abandoned.at(-1)], [reason, 1, `link-${row.id}`])
  })
}

test('a redemption that repeatedly kills its workers fails, and its stored message is withdrawn', async () => {
  const row = await entered(agent)
  await bench.pool.query('update link_redemptions set crashes = 1000 where id = $1', [row.id])
  await bench.drain()
  const { state, reason } = await after(row)
  assert.deepEqual([state, reason, initiations.length], ['failed', 'dispatch_failed', 0])
  assert.equal(abandoned.at(-1), `link-${row.id}`)
})

test('a redemption is still sent if the link is used up or expires meanwhile', async () => {
  const expiresAt = new Date(world.now().getTime() + 1000).toISOString()
  const row = await entered(agent, await createTestLink(agent, { maxUses: 1, expiresAt }))
  world.advance(2000)
  await bench.drain()
  assert.equal((await after(row)).state, 'sent')
})

test('the redemption of an erased person remains without their data, and nothing more is sent', async () => {
  const link = await createTestLink(agent)
  const sent = await entered(agent, link)
  await bench.drain()
  const waiting = await entered(agent, link)
  await inTransaction(db, (tx) => eraseRedemptions(tx, agent.key, [sent.asid, waiting.asid]))
  await bench.drain()
  assert.equal(initiations.length, 0)
  const [first, second] = [await after(sent), await after(waiting)]
  assert.deepEqual([first.asid, second.asid], [null, null])
  assert.deepEqual([second.state, second.reason, second.due_at], ['failed', 'erased', null])
  assert.equal((await readTestLink(agent, link.id)).redemptionCount, 2)
})

test('redemptions are deleted after 180 days', async () => {
  const row = await entered(agent)
  await bench.drain()
  const inDays = (days: number) => new Date(world.now().getTime() + days * 86_400_000)
  await purgeOldRedemptions(db, inDays(179))
  assert.ok(await after(row))
  await purgeOldRedemptions(db, inDays(181))
  assert.equal(await after(row), undefined)
})

test('a redemption whose worker died after the dispatch counts as sent, whatever happened to the link', async () => {
  const link = await createTestLink(agent)
  const row = await entered(agent, link)
  assertStatus(await agent.api.patch(`/outreach-links/${link.id}`, { disabled: true }), 200)
  bench.dispatchedIds.add(`link-${row.id}`)
  await bench.pool.query('update link_redemptions set crashes = 1 where id = $1', [row.id])
  await bench.drain()
  assert.deepEqual([(await after(row)).state, initiations], ['sent', []])
})

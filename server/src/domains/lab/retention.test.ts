import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { stillWorld } from '../../platform/world.ts'
import { createTestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertStatus } from '../../testing/client.ts'
import { createAgentFinder } from '../agents/index.ts'
import { deleteOldBubbles } from './index.ts'
import { deleteHandsets, saveHandset } from './queries.ts'

const server = await createTestApp()
const { db, pool } = server.database
const agent = await createTestAgent(server)
const key = (await createAgentFinder(db)({ id: agent.orgId }, agent.id)) as AgentKey
const world = stillWorld('2030-01-31T09:00:00.000Z')
const now = world.now()

const handset = (channel: 'rcs' | 'sms' | 'messengerB', address: string) =>
  saveHandset(db, key, { at: { channel, address }, settings: {}, now })

async function show(address: string, { count, daysAgo }: { count: number; daysAgo: number }): Promise<void> {
  await pool.query(
    `insert into handset_messages (agent_key, channel, address, carrier_id, message_id, direction, native, text, state, at)
     select agent_key, channel, address, gen_random_uuid(), 'm', 'in', '{}', n, 'read', $2
       from handsets, generate_series(1, $3) as n where address = $1`,
    [address, new Date(now.getTime() - daysAgo * 86_400_000), count],
  )
}

test('a handset keeps its newest 1,000 entries of the last 31 days', async () => {
  const [busy, quiet] = ['+12025550101', '+12025550102']
  for (const address of [busy, quiet]) await handset('sms', address)
  await show(busy, { count: 12_100, daysAgo: 1 })
  await show(quiet, { count: 3, daysAgo: 32 })
  await show(quiet, { count: 2, daysAgo: 30 })
  await deleteOldBubbles(db, now)
  const { rows } = await pool.query(
    'select address, count(*), min(text::int) as first from handset_messages group by 1 order by 1',
  )
  assert.deepEqual(rows, [
    { address: busy, count: 1000, first: 11_101 },
    { address: quiet, count: 2, first: 1 },
  ])
})

test('erasing a person deletes their handsets on rcs and sms, unless another person has the number there', async () => {
  await pool.query('delete from handsets')
  const [theirs, shared] = ['+12025550111', '+12025550112']
  for (const address of [theirs, shared]) {
    await handset('sms', address)
    await handset('rcs', address)
  }
  await handset('messengerB', theirs)
  const { id } = assertStatus(await agent.post('/people', { fullName: 'Somebody else' }), 201)
  assertStatus(await agent.post(`/people/${id}/identities`, { channel: 'sms', address: shared }), 201)
  const erased = [theirs, shared].map((address) => ({ channel: 'rcs' as const, address, asid: `asid-${address}` }))
  await inTransaction(db, (tx) => deleteHandsets(tx, key, erased))
  const { rows } = await pool.query('select channel, address from handsets order by 1')
  assert.deepEqual(rows, [
    { channel: 'messengerB', address: theirs },
    { channel: 'sms', address: shared },
  ])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertStatus } from '../../../testing/client.ts'

/** The embedded model answers for an agent without a webhook. */

const server = await createTestApp()
const agent = await createTestAgent(server)
const everyDay = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '09:00', endTime: '17:00' }))
assertStatus(await agent.put('/scheduling', { timezone: 'UTC', availableHours: everyDay, representatives: [] }), 200)

test('asking for an appointment shows a picker, and the picked time is booked in the sandbox', async () => {
  const { id } = assertStatus(await agent.post('/personas', { name: 'Somebody', fields: { firstName: 'Alex' } }), 201)
  const play = async (turn: unknown) => assertStatus(await agent.post(`/personas/${id}/turns`, { turn }), 200)
  const offered = await play('I would like to book an appointment')
  const parts = offered.messages.flatMap(({ message }: { message: { parts: { type: string }[] } }) => message.parts)
  assert.ok(
    parts.some(({ type }: { type: string }) => type === 'ask.time'),
    JSON.stringify(offered),
  )
  const booked = await play({ slot: 0 })
  assert.deepEqual(
    booked.effects.map(({ kind }: { kind: string }) => kind),
    ['appointment.booked'],
  )
  assert.ok(booked.messages.length > 0 && booked.playbookId)
  const { data } = assertStatus(await agent.get(`/personas/${id}/turns`), 200)
  assert.deepEqual([data.length, data[1].turnId, data[1].effects], [2, booked.turnId, booked.effects])
  for (const table of ['appointments', 'people']) {
    const { rows } = await server.database.pool.query(`select from ${table}`)
    assert.equal(rows.length, 0, table)
  }
})

test('the playbook of a turn is the one where it ended, and the record shows where it started', async () => {
  const led = await createTestAgent(server)
  assertStatus(await led.post('/playbooks', { id: 'desk', name: 'Desk', body: 'Talk about boats.' }), 201)
  const flow = { id: 'f', slots: [], steps: [{ say: 'One moment.' }, { handoff: 'desk' }] }
  const [first] = assertStatus(await led.get('/playbooks'), 200).data
  assertStatus(await led.patch(`/playbooks/${first.id}`, { flow }), 200)
  const { id } = assertStatus(await led.post('/personas', { name: 'Somebody' }), 201)
  const turn = assertStatus(await led.post(`/personas/${id}/turns`, { turn: 'Hello' }), 200)
  const [past] = assertStatus(await led.get(`/personas/${id}/turns`), 200).data
  assert.deepEqual([turn.playbookId, past.playbookId], ['desk', 'desk'])
  const [record] = assertStatus(await led.get('/turns'), 200).data
  const { playbookId, nextPlaybookId } = assertStatus(await led.get(`/turns/${record.id}`), 200)
  assert.deepEqual([playbookId, nextPlaybookId], [first.id, 'desk'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtInCatalog } from './domains/catalogs/index.ts'
import { assertStatus } from './testing/client.ts'
import { createRuntimeBench } from './testing/runtime-bench.ts'

/** The catalog of webhook events matches the events that are really published. */

const bench = await createRuntimeBench()
const { pool, world, play } = bench
const everyDay = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '08:00', endTime: '20:00' }))
const day = 86_400_000

const agent = await bench.agent(
  {
    playbooks: [{ id: 'general', name: 'General', body: 'Help.', uses: [], isDefault: true }],
    goals: {
      goals: [{ id: 'replied', name: 'Replied', definition: { kind: 'event', event: 'person.replied' } }],
      defaultGoal: { goalId: 'replied' },
    },
    messageTemplates: [{ id: 'opener', name: 'Opener', body: 'Hello.' }],
    capabilities: {
      scheduling: { timezone: 'UTC', availableHours: everyDay, representatives: [{ id: 'robin', name: 'Robin' }] },
    },
  },
  'rcs',
)
const { api } = agent

async function livesThroughAll(): Promise<void> {
  const { id } = assertStatus(await api.post('/people', { firstName: 'Ann' }), 201)
  const path = `/people/${id}`
  assertStatus(await api.patch(path, { status: 'contacted' }), 200)
  assertStatus(await api.put(`${path}/consent`, { status: 'granted' }), 200)
  const at = (days: number) => new Date(Math.floor(world.now().getTime() / day + days) * day + day / 2).toISOString()
  const { id: booked } = assertStatus(await api.post(`${path}/appointments`, { startUtc: at(2) }), 201)
  for (const change of [{ startUtc: at(3) }, { notes: 'Plans' }, { status: 'cancelled' }]) {
    assertStatus(await api.patch(`${path}/appointments/${booked}`, change), 200)
  }
  assertStatus(await api.patch('', { description: 'At the front desk' }), 200)
  await isWrittenTo()
  assertStatus(await api.del(path), 204)
}

async function isWrittenTo(): Promise<void> {
  assertStatus(await api.post('/outreach', { id: 'spring', name: 'Spring', openerTemplateId: 'opener' }), 201)
  const person = agent.createPerson('rcs')
  const recipient = { channel: 'rcs', address: person.phone.address }
  assertStatus(await api.post('/outreach/spring/sends', { recipient }), 202)
  await person.readNewTexts()
  play('Fine.')
  await person.sendText('Yes')
}

test('samples of agents, people, appointments, sends, goals and conversations have the fields of the published events', async () => {
  await livesThroughAll()
  const sql = 'select type, data from outbox where org_id = $1'
  const { rows } = await pool.query(sql, [agent.key.orgId])
  const checked = builtInCatalog
    .list('webhook-events')
    .filter(({ id }) =>
      /^(?:person|appointment|outreach|goal)\.|^agent\.(?:cre|upd)ated|^conversation\.started/.test(id),
    )
  assert.equal(checked.length, 13)
  for (const { id, example } of checked) {
    const announced = rows.filter(({ type }) => type === id).map(({ data }) => shapeOf(data))
    assert.ok(announced.includes(shapeOf(example?.data)), `${id}: ${shapeOf(example?.data)} among ${announced}`)
  }
})

/** The names of all fields, in alphabetical order. */
function shapeOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ''
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, inner]) => key + shapeOf(inner)).join(' ')}}`
}

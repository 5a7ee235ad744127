import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus } from '../../../testing/client.ts'
import { createAmfTextMessage, createRehearsalBench } from '../../../testing/rehearsal-bench.ts'

/** Persona actions of the emulator's page beyond the directives of a test case. */

const bench = await createRehearsalBench()
const agent = await bench.agent()
const items = ['desk', 'floor'].map((id) => ({ id, title: `The ${id} lamp` }))
const lamps = { spec: 'amf/1', parts: [{ type: 'showcase', intentId: 'lamp', prompt: 'Which lamp?', items }] }
bench.play((event) => (event.type === 'result' ? [createAmfTextMessage(event.result.optionIds.join())] : [lamps]))

type Shown = { messageId: string; text: string; rendered: { chips: { label: string; tap: number }[] }[] }
const played = async (id: string, turn: unknown): Promise<Shown[]> =>
  assertStatus(await agent.post(`/personas/${id}/turns`, { turn }), 200).messages
const { id } = assertStatus(await agent.post('/personas', { name: 'Somebody' }), 201)

test('a tap on one of two cards with the same label selects the tapped card', async () => {
  const [message] = await played(id, 'Hello')
  const chips = message?.rendered.flatMap((bubble) => bubble.chips) ?? []
  assert.equal(new Set(chips.map(({ label }) => label)).size, 1)
  const answers = []
  for (const { tap: index } of chips) answers.push(await played(id, { tap: { messageId: message?.messageId, index } }))
  assert.deepEqual(
    answers.flat().map(({ text }) => text),
    ['desk', 'floor'],
  )
})

test('a missing item cannot be tapped', async () => {
  const [message] = await played(id, 'Hello')
  for (const tap of [
    { messageId: message?.messageId, index: 99 },
    { messageId: 'nothing', index: 0 },
  ]) {
    assertProblem(await agent.post(`/personas/${id}/turns`, { turn: { tap } }), 422, 'request.invalid', 'turn')
  }
})

test('past turns explain how each was produced, also to an emulator grant', async () => {
  const { token } = assertStatus(await agent.post('/emulator-sessions'), 201)
  const grant = agent.by(agent.client.as(token))
  const { data } = assertStatus(await grant.get(`/personas/${id}/turns`), 200)
  assert.ok(data.length > 0)
  for (const { inspection } of data) {
    assert.deepEqual([inspection.sections, inspection.toolCalls, 'messages' in inspection], [[], [], false])
  }
})

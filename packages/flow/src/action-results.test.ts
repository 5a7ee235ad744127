import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { playConversation } from './testing/conversation.ts'

/** The slot of an action receives its result. */

const lookup = { action: 'integration:crm.call', slot: 'order' }
const order = { name: 'order', type: 'string' }
const say = (text: string) => ({ slots: [order], steps: [lookup, { say: text }] })
const acted = (result: unknown) => [{ kind: 'acted', ok: true, result } as const]
const said = (text: string, result: unknown) => playConversation(say(text), acted(result))[2]

test('{slot} prints a text as it is, and anything else as JSON', () => {
  assert.equal(said('It is {order}.', 'shipped'), 'It is shipped.')
  assert.equal(
    said('It is {order}.', { state: 'shipped', parts: [1, true] }),
    'It is {"state":"shipped","parts":[1,true]}.',
  )
  assert.equal(said('It is {order}.', 7), 'It is 7.')
})

test('{slot.a.b} prints a field, also of a list; a field that does not exist is empty', () => {
  const result = { state: { name: 'shipped', since: 2029 }, parts: [{ id: 'a' }, { id: 'b' }] }
  assert.equal(
    said('{order.state.name} since {order.state.since}: {order.parts.1.id}', result),
    'shipped since 2029: b',
  )
  assert.equal(said('{order.state}', result), '{"name":"shipped","since":2029}')
  assert.equal(said('Nothing: {order.no.such.field|missing}', result), 'Nothing: missing')
  assert.equal(said('Safe: {order.constructor|missing}', result), 'Safe: missing')
})

test('a result never becomes markup', () => {
  assert.equal(said('{order}', '[[chips: A | B]]'), '[ [chips: A | B] ]')
  assert.equal(said('{order}', { a: [[1]] }), '{"a":[ [1] ]}')
})

test('with and conditions read a result and its fields, with their types', () => {
  const flow = {
    slots: [order],
    steps: [
      lookup,
      { action: 'notify.team', with: { all: '{order}', count: '{order.count}', text: 'The {order.name} order' } },
      { branch: [{ if: 'order.count > 2', goto: 'many' }] },
      { say: 'Few.' },
      { end: { outcome: 'few' } },
      { id: 'many', say: 'Many.' },
    ],
  }
  const result = { name: 'big', count: 3 }
  const lines = playConversation(flow, [...acted(result), { kind: 'acted', ok: true }])
  assert.ok(lines.some((line) => line.includes(JSON.stringify({ all: result, count: 3, text: 'The big order' }))))
  assert.ok(lines.includes('Many.'))
})

test('a failed action leaves its slot empty, also if an earlier one had filled it', () => {
  const flow = { slots: [order], steps: [lookup, lookup, { say: 'It is {order|unknown}.' }] }
  const failed = { kind: 'acted', ok: false } as const
  assert.ok(playConversation(flow, [...acted({ state: 'shipped' }), failed]).includes('It is unknown.'))
})

test('a filled slot is not asked for, whatever the result is', () => {
  for (const result of ['shipped', { state: 'shipped' }, [], 0]) {
    const flow = { slots: [order], steps: [lookup, { collect: 'order' }, { say: 'Done.' }] }
    assert.ok(playConversation(flow, acted(result)).includes('Done.'), JSON.stringify(result))
  }
})

test('an action may fill only a slot that the flow declares', () => {
  const flow = { steps: [{ action: 'integration:crm.call', slot: 'other' }, { say: 'It is {other|unknown}.' }] }
  assert.ok(playConversation(flow, acted('shipped')).includes('It is unknown.'))
})

test('any JSON can be a result', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (result) => {
      const lines = playConversation(say('Done {order} {order.a.b}'), acted(result))
      assert.ok(lines.at(-1) === '= over, return', lines.join('\n'))
    }),
  )
})

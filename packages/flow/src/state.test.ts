import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { advance } from './advance.ts'
import type { FlowInput, FlowState } from './engine.ts'
import { createTestWorld, playConversation } from './testing/conversation.ts'

const flow = {
  slots: [{ name: 'email', type: 'email' }],
  steps: [{ say: 'Hi.' }, { collect: 'email' }, { say: 'Thanks.' }],
}
const started = advance(undefined, { kind: 'start', playbookId: 'main' }, createTestWorld(flow))
const answer: FlowInput = { kind: 'reply', text: 'a@example.com' }
const over = { kind: 'over', how: 'return' }

test('an unknown flow ends at once, and so does one that never began', () => {
  assert.deepEqual(advance(undefined, { kind: 'start', playbookId: 'other' }, createTestWorld(flow)).request, over)
  assert.deepEqual(advance(undefined, answer, createTestWorld(flow)).request, over)
})

const edits: [title: string, edited: object][] = [
  ['its step is beyond the end', { slots: flow.slots, steps: [{ say: 'Hi.' }] }],
  ['its slot is gone', { steps: [{ say: 'Hi.' }, { say: 'Thanks.' }] }],
]
for (const [title, edited] of edits) {
  test(`a flow that was edited so that ${title} ends`, () => {
    const { request, state } = advance(started.state, answer, createTestWorld(edited))
    assert.deepEqual([request, state], [over, undefined])
  })
}

test('a deleted flow ends, also as the caller of another', () => {
  const world = createTestWorld(flow)
  assert.deepEqual(advance(started.state, answer, { ...world, flowOf: () => undefined }).request, over)
  const called: FlowState = { frames: [{ playbookId: 'gone', step: 0, slots: {} }, ...(started.state?.frames ?? [])] }
  assert.deepEqual(advance(called, answer, world).request, over)
})

test('an answer is accepted although steps were inserted before its question', () => {
  const edited = {
    slots: flow.slots,
    steps: [{ say: 'Hi.' }, { say: 'New.' }, { collect: 'email' }, { say: 'Thanks.' }],
  }
  const { effects, request } = advance(started.state, answer, createTestWorld(edited))
  assert.deepEqual(
    [effects.map((effect) => effect.kind === 'say' && effect.text), request],
    [['New.', 'Thanks.'], over],
  )
})

test('an invalid state counts as no state', () => {
  const states: unknown[] = [
    null,
    7,
    'frames',
    [],
    {},
    { frames: [] },
    { frames: [null] },
    { frames: [{ playbookId: 'main', step: -1, slots: {} }] },
    { frames: [{ playbookId: 'main', step: 0, slots: { a: {} } }] },
    { frames: [{ playbookId: 'main', step: 0, slots: {}, awaits: { kind: 'nothing' } }] },
    { frames: [{ playbookId: 'main', step: 0, slots: {}, awaits: { kind: 'reading', text: '', open: 1 } }] },
  ]
  for (const state of states) {
    const advanced = advance(state as FlowState, answer, createTestWorld(flow))
    assert.deepEqual(advanced, { effects: [], request: over, trace: [] }, JSON.stringify(state))
  }
  fc.assert(
    fc.property(fc.jsonValue(), (state) => {
      assert.deepEqual(advance(state as FlowState, answer, createTestWorld(flow)).request, over)
    }),
  )
})

test('an input that does not match the pending request changes nothing: the request is repeated', () => {
  assert.deepEqual(
    playConversation(flow, [{ kind: 'acted', ok: true }]).slice(2),
    ['> (acted)', '?? What is your email address?'].map((line) => line.replace('(acted)', '(ok)')),
  )
  const acting = { steps: [{ action: 'scheduling.book' }] }
  assert.deepEqual(playConversation(acting, ['hello']), ['= scheduling.book {}', '> hello', '= scheduling.book {}'])
  const choosing = { slots: [{ name: 'it', type: 'enum', source: 'things' }], steps: [{ collect: 'it' }] }
  assert.deepEqual(playConversation(choosing, [{ kind: 'back' }]), [
    '= choices of things',
    '> (back)',
    '= choices of things',
  ])
})

test('advancing one state twice gives the same result twice and does not modify the state', () => {
  const before = JSON.stringify(started.state)
  const first = advance(started.state, answer, createTestWorld(flow))
  assert.deepEqual(advance(started.state, answer, createTestWorld(flow)), first)
  assert.equal(JSON.stringify(started.state), before)
})

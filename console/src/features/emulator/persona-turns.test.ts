import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createPendingBubble,
  groupPersonas,
  type PastPersonaTurn,
  type Persona,
  toDirective,
  toPhoneBubbles,
} from './persona-turns.ts'

const at = '2030-01-31T09:00:00.000Z'
const persona = (more: Partial<Persona> = {}): Persona => ({
  id: 'psn_1',
  name: 'Alex',
  channel: 'rcs',
  fields: {},
  consent: { status: 'unknown' },
  historySeed: [],
  userId: 'usr_1',
  createdAt: at,
  updatedAt: at,
  ...more,
})
const turn = (more: Partial<PastPersonaTurn>): PastPersonaTurn => ({
  turnId: 'trn_1',
  at,
  messages: [],
  effects: [],
  warnings: [],
  ...more,
})
const personTurn = (text: string) => ({
  messageId: 'msg_1',
  message: { spec: 'amf/1', parts: [{ type: 'text', text }] },
  rendered: [{ native: {}, text, chips: [], view: { kind: 'text' as const, text: [{ text }], chips: [] } }],
  text,
})
const bubbleTexts = (turns: PastPersonaTurn[], who = persona()) =>
  toPhoneBubbles(who, turns).map(({ from, plain }) => [from, plain])

test('earlier messages appear above the turns, marked as earlier', () => {
  const who = persona({
    historySeed: [
      { role: 'user', content: 'I was here.' },
      { role: 'assistant', content: 'Welcome back!' },
    ],
  })
  const bubbles = toPhoneBubbles(who, [turn({ input: { type: 'message', text: 'Hi' } })])
  assert.deepEqual(
    bubbles.map(({ from, plain, earlier = false }) => [from, plain, earlier]),
    [
      ['person', 'I was here.', true],
      ['agent', 'Welcome back!', true],
      ['person', 'Hi', false],
      ['note', 'No reply.', false],
    ],
  )
})

test('the last answer of a turn links to its explanation, and captured values appear below it', () => {
  const effects = [{ kind: 'team.notified', summary: 'The team would have been notified', at }]
  const bubbles = toPhoneBubbles(persona(), [
    turn({
      input: { type: 'message', text: 'Hi' },
      messages: [personTurn('Hello'), { ...personTurn('And more'), messageId: 'msg_2' }],
      effects,
    }),
  ])
  assert.deepEqual(
    bubbles.map(({ plain, showsWhy = false }) => [plain, showsWhy]),
    [
      ['Hi', false],
      ['Hello', false],
      ['And more', true],
      ['The team would have been notified', false],
    ],
  )
})

test('a channel switch appears as a note and needs no answer', () => {
  assert.deepEqual(bubbleTexts([turn({ input: { type: 'system', text: 'optOut' } })]), [['note', 'Opted out']])
  const warned = turn({ input: { type: 'system', text: 'optIn' }, warnings: ['It was opted in already'] })
  assert.deepEqual(bubbleTexts([warned])[1], ['note', 'It was opted in already'])
})

test('a message of an unknown kind appears as the API renders it', () => {
  const strange = {
    ...personTurn('Shown by the API'),
    message: { spec: 'amf/9' },
    rendered: [...personTurn('One').rendered, ...personTurn('Two').rendered],
  }
  assert.deepEqual(bubbleTexts([turn({ messages: [strange] })]), [
    ['agent', 'One'],
    ['agent', 'Two'],
  ])
})

test('a single tap names the tapped option, and several taps are typed as text', () => {
  assert.deepEqual(toDirective({ messageId: 'msg_1', indexes: [2], labels: ['Blue'] }), {
    tap: { messageId: 'msg_1', index: 2 },
  })
  assert.equal(toDirective({ messageId: 'msg_1', indexes: [0, 1], labels: ['Olives', 'Capers'] }), 'Olives, Capers')
  assert.equal(createPendingBubble({ tap: { messageId: 'msg_1', index: 2 } }, ['Blue']).plain, 'Blue')
  assert.equal(createPendingBubble({ system: 'optOut' }, []).from, 'note')
})

test('one person on several channels is one group', () => {
  const groups = groupPersonas([
    persona(),
    persona({ id: 'psn_2', channel: 'sms' }),
    persona({ id: 'psn_3', name: 'Sam' }),
  ])
  assert.deepEqual(
    groups.map(({ name, personas }) => [name, personas.map(({ channel }) => channel)]),
    [
      ['Alex', ['rcs', 'sms']],
      ['Sam', ['rcs']],
    ],
  )
})

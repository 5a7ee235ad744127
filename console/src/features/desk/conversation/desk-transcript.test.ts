import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentMessageEntry } from '../../inbox/transcript.ts'
import { buildDeskTranscript, listAuthors } from './desk-transcript.ts'

const at = (minute: number) => `2030-01-31T09:${String(minute).padStart(2, '0')}:00.000Z`
const entry = (messageId: string, minute: number, more: object = {}) =>
  ({
    messageId,
    timestamp: at(minute),
    origin: 'user',
    type: 'content',
    text: messageId,
    channel: 'rcs',
    userId: 'asid_1',
    sessionId: 's',
    raw: {},
    ...more,
  }) as AgentMessageEntry
const nameOf = (userId: string) => ({ ada: 'Ada', bo: 'Bo' })[userId] ?? userId

test('notes and moves are between the messages, in the order of time, and unsent messages are last', () => {
  const entries = [entry('third', 9, { origin: 'agent', author: { userId: 'ada', name: 'Ada' } }), entry('first', 1)]
  const detail = {
    notes: [{ id: 'note_1', by: 'bo', text: 'Prefers a call', at: at(5) }],
    history: [
      { at: at(2), move: 'waiting' as const },
      { at: at(3), move: 'assigned' as const, by: 'bo', assignee: 'ada' },
      { at: at(30), move: 'returned' as const },
    ],
  }
  const outgoing = [
    { id: 'x', userId: 'asid_1', content: { text: 'unsent' }, at: at(20) },
    { id: 'y', userId: 'asid_1', content: { aml: 'refused' }, at: at(21), error: 'Opted out' },
  ]
  const bubbles = buildDeskTranscript({ entries, detail, outgoing, nameOf })
  assert.deepEqual(
    bubbles.filter(({ tone }) => tone !== 'day').map(({ plain }) => plain),
    [
      'first',
      'Asked for a human',
      'Bo assigned the conversation to Ada',
      'Note by Bo: Prefers a call',
      'third',
      'Parley returned the conversation to the agent',
      'unsent',
      'refused',
    ],
  )
  assert.equal(bubbles.find(({ plain }) => plain.startsWith('Note by'))?.tone, 'team')
  assert.deepEqual(
    bubbles.slice(-2).map(({ delivery, error }) => [delivery, error]),
    [
      ['pending', undefined],
      ['failed', 'Opted out'],
    ],
  )
  assert.deepEqual([...listAuthors(entries)], [['third', 'Ada']])
  assert.equal(new Set(bubbles.map(({ id }) => id)).size, bubbles.length)
})

test('a conversation without messages shows its notes alone', () => {
  const detail = { notes: [{ id: 'n', by: 'ada', text: 'Hm', at: at(1) }], history: [] }
  const bubbles = buildDeskTranscript({ entries: [], detail, outgoing: [], nameOf })
  assert.deepEqual(
    bubbles.map(({ plain }) => plain),
    ['Note by Ada: Hm'],
  )
})

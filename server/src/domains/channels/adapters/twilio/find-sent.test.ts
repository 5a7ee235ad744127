import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SentMessageQuery } from '../../adapter.ts'
import { createTestOutgoing } from '../testing/cases.ts'
import { matchSentMessage } from './api.ts'

/** Looking up in Twilio's list a message that it may have accepted. */

const wanted: SentMessageQuery = {
  ...createTestOutgoing({ Body: 'Hello' }),
  from: new Date('2030-01-30T12:00:00Z'),
  until: new Date('2030-02-01T12:00:00Z'),
  similarCount: 0,
}
const letter = { to: '+12025550123', content: { Body: 'Hello' } }
const shown = {
  body: 'Hello',
  direction: 'outbound-api',
  status: 'queued',
  date_created: 'Thu, 31 Jan 2030 12:00:00 +0000',
}
const other = { ...shown, body: 'Another' }
const many = (message: object, count: number) => Array.from({ length: count }, () => message as typeof shown)

const cases: [title: string, listed: object[], change: { wanted?: object; content?: object }, found: object][] = [
  ['it is there', [shown], {}, { kind: 'taken' }],
  [
    'it is there, and was delivered',
    [{ ...shown, status: 'delivered' }],
    {},
    { kind: 'taken', receipt: { state: 'delivered' } },
  ],
  [
    'a trial account has put words in front',
    [{ ...shown, body: 'Sent from a trial account - Hello' }],
    {},
    { kind: 'taken' },
  ],
  ['nothing is there', [], {}, { kind: 'notTaken' }],
  ['only other words are there', [other], {}, { kind: 'notTaken' }],
  ['the person has written the same', [{ ...shown, direction: 'inbound' }], {}, { kind: 'notTaken' }],
  ['it was long before', [{ ...shown, date_created: 'Tue, 01 Jan 2030 12:00:00 +0000' }], {}, { kind: 'notTaken' }],
  ['another message said the same', [shown], { wanted: { similarCount: 1 } }, { kind: 'unknown' }],
  [
    'two are there, and another message said the same',
    [shown, shown],
    { wanted: { similarCount: 1 } },
    { kind: 'taken' },
  ],
  ['the list ends before it', many(other, 100), {}, { kind: 'unknown' }],
  ['it has no text, and something is there', [shown], { content: { MediaUrl: 'https://x' } }, { kind: 'unknown' }],
  ['it has no text, and nothing is there', [], { content: { MediaUrl: 'https://x' } }, { kind: 'notTaken' }],
]
for (const [title, listed, change, found] of cases) {
  test(`the search for a message that may have been accepted: ${title}`, () => {
    const content = (change.content ?? letter.content) as typeof letter.content
    assert.deepEqual(
      matchSentMessage(listed as (typeof shown)[], { ...letter, content }, { ...wanted, ...change.wanted }),
      found,
    )
  })
}

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
const listedMessage = {
  body: 'Hello',
  direction: 'outbound-api',
  status: 'queued',
  date_created: 'Thu, 31 Jan 2030 12:00:00 +0000',
}
const other = { ...listedMessage, body: 'Another' }
const many = (message: object, count: number) => Array.from({ length: count }, () => message as typeof listedMessage)

const cases: [title: string, listed: object[], change: { wanted?: object; content?: object }, found: object][] = [
  ['it is there', [listedMessage], {}, { kind: 'taken' }],
  [
    'it is there, and was delivered',
    [{ ...listedMessage, status: 'delivered' }],
    {},
    { kind: 'taken', receipt: { state: 'delivered' } },
  ],
  [
    'a trial account has put words in front',
    [{ ...listedMessage, body: 'Sent from a trial account - Hello' }],
    {},
    { kind: 'taken' },
  ],
  ['nothing is there', [], {}, { kind: 'notTaken' }],
  ['only other words are there', [other], {}, { kind: 'notTaken' }],
  ['the person has written the same', [{ ...listedMessage, direction: 'inbound' }], {}, { kind: 'notTaken' }],
  [
    'it was long before',
    [{ ...listedMessage, date_created: 'Tue, 01 Jan 2030 12:00:00 +0000' }],
    {},
    { kind: 'notTaken' },
  ],
  ['another message said the same', [listedMessage], { wanted: { similarCount: 1 } }, { kind: 'unknown' }],
  [
    'two are there, and another message said the same',
    [listedMessage, listedMessage],
    { wanted: { similarCount: 1 } },
    { kind: 'taken' },
  ],
  ['the list ends before it', many(other, 100), {}, { kind: 'unknown' }],
  [
    'it has no text, and something is there',
    [listedMessage],
    { content: { MediaUrl: 'https://x' } },
    { kind: 'unknown' },
  ],
  ['it has no text, and nothing is there', [], { content: { MediaUrl: 'https://x' } }, { kind: 'notTaken' }],
]
for (const [title, listed, change, found] of cases) {
  test(`the search for a message that may have been accepted: ${title}`, () => {
    const content = (change.content ?? letter.content) as typeof letter.content
    assert.deepEqual(
      matchSentMessage(listed as (typeof listedMessage)[], { ...letter, content }, { ...wanted, ...change.wanted }),
      found,
    )
  })
}

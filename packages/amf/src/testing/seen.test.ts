import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContentMessage } from '../model/message.ts'
import { type ContentPiece, contentOf } from './content.ts'
import { findMissingContent } from './seen.ts'

type Case = [what: ContentPiece['kind'], text: string, seen: string, found: boolean]

const cases: Case[] = [
  ['text', 'Grüße', 'viele Gru\u0308ße', true],
  ['text', 'harbour', 'har\nbour', true],
  ['text', 'blue', 'b\u200blu\u2060e\ufe0f', true],
  ['text', 'ｗｉｄｅ', 'wide', true],
  ['text', 'tea', 'https://maps.example/?q=a%20te%61', true],
  ['text', 'café', 'q=caf%C3%A9', true],
  ['text', 'tea', '100% coffee %zz', false],
  ['label', 'zq1a', 'zq11a', false],
  ['label', 'zq1a', '1. zq1a Tea…', true],
  ['url', 'https://a.example/?x=1&y=2', '<https://a.example/?x=1&amp;y=2|here>', true],
  ['url', 'https://a.example/x', 'https://a.example/y', false],
  ['phone', '+1 (202) 555-0143', 'call +12025550143', true],
  ['phone', '+12025550143', 'Call: +1 202-555-0143', true],
  ['phone', '(202) 555-0143', 'tel:2025550143', true],
  ['phone', '+12025550143', '+1 202 555 0144', false],
  ['money', '1234.5', '$1,234.50', true],
  ['money', '1234.5', '1.234,50 €', true],
  ['money', '1234.5', '1\u202f234,50 €', true],
  ['money', '20.00', '$20', true],
  ['money', '20', '20.00 USD', true],
  ['money', '20.10', '$20', false],
  ['time', '2027-03-04T15:30:00-05:00 America/New_York', 'Thu, Mar 4, 3:30 PM', true],
  ['time', '2027-03-04T15:30:00-05:00 America/New_York', '15.30 Uhr', true],
  ['time', '2027-03-04T15:30:00-05:00 America/New_York', 'dates=20270304T203000Z', true],
  ['time', '2027-03-04T15:30:00-05:00 Asia/Tokyo', 'Fri 5:30 AM', true],
  ['time', '2027-03-04T15:00:00Z UTC', '3 PM', true],
  ['time', '2027-03-04T15:30:00-05:00 America/New_York', 'Thu, Mar 4', false],
]
for (const [kind, text, renderedText, isFound] of cases) {
  test(`the ${kind} ${text} is ${isFound ? 'found' : 'missing'} in ${JSON.stringify(renderedText)}`, () => {
    const piece: ContentPiece = { kind, text, path: 'here' }
    assert.deepEqual(findMissingContent([piece], renderedText), isFound ? [] : [piece])
  })
}

const message: ContentMessage = {
  spec: 'amf/1',
  parts: [
    { type: 'text', text: '**Hello**, see [our page](https://a.example/x?y=1)\n\n1. one\n2. ~~two~~' },
    { type: 'media', url: 'https://a.example/p.png', alt: 'A dog', caption: 'Rex' },
    { type: 'native', channel: 'rcs', payload: {}, fallback: [{ type: 'text', text: 'Instead' }] },
    { type: 'card', card: { title: '', mediaUrl: 'https://a.example/q.png' } },
  ],
  chips: [{ label: 'Call us now', kind: 'dial', phone: '+12025550143' }],
}
const listContent = (channel: 'rcs' | 'sms') => contentOf(message, channel).map(({ kind, text }) => `${kind} ${text}`)

test('the content of a message is its text, the first word of its labels, and their targets', () => {
  assert.deepEqual(listContent('sms'), [
    ...['Hello', 'see', 'our', 'page', 'one', 'two'].map((word) => `text ${word}`),
    'url https://a.example/x?y=1',
    'url https://a.example/p.png',
    'text Rex',
    'text Instead',
    'url https://a.example/q.png',
    'label Call',
    'phone +12025550143',
  ])
})

test('the fallback of a native part is not content on its own channel', () => {
  assert.deepEqual(
    listContent('sms').filter((item) => !listContent('rcs').includes(item)),
    ['text Instead'],
  )
})

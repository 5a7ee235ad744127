import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Channel } from '../model/channels.ts'
import { sampleBubbles } from './testing/bubbles.ts'
import { writePayload } from './testing/written.ts'

const marked = { ...sampleBubbles.text, text: { marked: '**Hi**', plain: 'Hi' } }

const cases: [channel: Channel, title: string, payload: unknown][] = [
  ['sms', 'a text is the body', { Body: '**Hi**' }],
  ['aiChatE', 'a text goes with its marks', { text: '**Hi**' }],
]

for (const [channel, title, payload] of cases) {
  test(`on ${channel} ${title}`, () => {
    assert.deepStrictEqual(writePayload(channel, marked), payload)
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Affordance, OpenIntent } from '@parley/amf'
import { type AffordanceTap, interpretContent } from './interpret-content.ts'

const size: OpenIntent = {
  intent: 'ask.choice',
  intentId: 'size',
  messageId: 'msg_2',
  options: [
    { id: 's', label: 'Small', number: 1, numberShown: true },
    { id: 'l', label: 'Large', number: 2, numberShown: true },
  ],
}
const colour: OpenIntent = {
  intent: 'ask.choice',
  intentId: 'colour',
  messageId: 'msg_1',
  options: [
    { id: 'r', label: 'Red', number: 1, numberShown: true },
    { id: 'b', label: 'Blue', number: 2, numberShown: true },
  ],
}
const open = [size, colour]

const chip = (label: string, optionId: string, intentId = 'size'): AffordanceTap => ({
  messageId: intentId === 'size' ? 'msg_2' : 'msg_1',
  asid: 'asid_1',
  affordance: { kind: 'reply', label, answer: { intent: 'ask.choice', intentId, optionId } },
})
const link = (affordance: Affordance): AffordanceTap => ({ messageId: 'msg_2', asid: 'asid_1', affordance })
const tap = (...taps: AffordanceTap[]) => ({ type: 'tap', taps, label: 'as shown', picked: false }) as const

test('a typed answer is the result of its question, contains the typed text, and closes only that question', () => {
  const { events, intents } = interpretContent({ type: 'text', text: ' large ' }, open)
  assert.deepEqual(events, [
    {
      type: 'result',
      result: {
        intent: 'ask.choice',
        intentId: 'size',
        optionIds: ['l'],
        labels: ['Large'],
        via: 'text',
        text: ' large ',
        messageId: 'msg_2',
      },
    },
  ])
  assert.deepEqual(intents, [colour])
})

test('a typed answer belongs to an older question if the newest cannot be meant', () => {
  const { events, intents } = interpretContent({ type: 'text', text: 'blue' }, open)
  assert.equal(events[0]?.type === 'result' && events[0].result.intentId, 'colour')
  assert.deepEqual(intents, [size])
})

test('a text that answers no question is a message, and every question stays open', () => {
  const interpreted = interpretContent({ type: 'text', text: 'What does it cost?' }, open)
  assert.deepEqual(interpreted, {
    events: [{ type: 'message', message: { text: 'What does it cost?' } }],
    intents: open,
  })
})

test('a location is a message even if the question asked for a location', () => {
  const question: OpenIntent = { intent: 'ask.location', intentId: 'where', messageId: 'msg_3', options: [] }
  const message = { place: { latitude: 52.5, longitude: 13.4 } }
  assert.deepEqual(interpretContent({ type: 'message', message }, [question]), {
    events: [{ type: 'message', message }],
    intents: [question],
  })
})

test('a tap is the result of its question, and closes it', () => {
  const { events, intents } = interpretContent(tap(chip('Small', 's')), open)
  assert.deepEqual(events, [
    {
      type: 'result',
      result: {
        intent: 'ask.choice',
        intentId: 'size',
        optionIds: ['s'],
        labels: ['Small'],
        via: 'tap',
        messageId: 'msg_2',
      },
    },
  ])
  assert.deepEqual(intents, [colour])
})

test('several options picked together are one result', () => {
  const content = { ...tap(chip('Small', 's'), chip('Large', 'l'), chip('Small', 's')), picked: true }
  const { events } = interpretContent(content, open)
  assert.equal(events.length, 1)
  const result = events[0]?.type === 'result' ? events[0].result : undefined
  assert.deepEqual([result?.optionIds, result?.labels, result?.via], [['s', 'l'], ['Small', 'Large'], 'pick'])
})

test('options of two questions are two results', () => {
  const { events, intents } = interpretContent(tap(chip('Small', 's'), chip('Red', 'r', 'colour')), open)
  assert.deepEqual(
    events.map((event) => event.type === 'result' && event.result.intentId),
    ['size', 'colour'],
  )
  assert.deepEqual(intents, [])
})

test('a chip that the device performs is an action and answers no question', () => {
  const site = link({ kind: 'url', label: 'Site', url: 'https://example.com' })
  const call = link({ kind: 'dial', label: 'Call', phone: '+12025550143' })
  assert.deepEqual(interpretContent(tap(site), open), {
    events: [
      { type: 'action', action: { kind: 'url', label: 'Site', url: 'https://example.com', messageId: 'msg_2' } },
    ],
    intents: open,
  })
  assert.deepEqual(interpretContent(tap(call), open).events, [
    { type: 'action', action: { kind: 'dial', label: 'Call', phone: '+12025550143', messageId: 'msg_2' } },
  ])
})

test('a tap with an unknown payload is a message with its label', () => {
  assert.deepEqual(interpretContent(tap(), open), {
    events: [{ type: 'message', message: { text: 'as shown' } }],
    intents: open,
  })
})

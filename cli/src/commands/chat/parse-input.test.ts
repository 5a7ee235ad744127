import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ParsedInput, parseInput } from './parse-input.ts'
import type { ChatBubble, ChatOffer } from './rendered/chat-bubble.ts'

const offer = (number: number, label: string, kind = 'reply'): ChatOffer => ({
  number,
  label,
  kind,
  messageId: 'msg_1',
  index: number + 9,
})
const bare: ChatBubble = {
  text: '',
  files: [],
  cards: [],
  options: [],
  multiple: false,
  asksLocation: false,
  chips: [],
}
const options = [offer(4, 'Red'), offer(5, 'Blue')].map((one) => ({ offer: one }))
const bubbles = [{ ...bare, options, multiple: true }]
const link = { ...offer(3, 'Read on', 'url'), target: 'https://example.com/' }
const offers = [
  offer(1, 'Book a visit'),
  offer(2, 'Not now'),
  link,
  ...options.map((option) => option.offer),
  offer(6, 'Same'),
  offer(7, 'same'),
]
const tap = (index: number, label: string, more = {}): ParsedInput => ({
  kind: 'turn',
  turn: { tap: { messageId: 'msg_1', index } },
  displayText: `[${label}]`,
  ...more,
})
const says = (text: string): ParsedInput => ({ kind: 'turn', turn: text, displayText: text })

const cases: [line: string, meaning: ParsedInput][] = [
  ['1', tap(10, 'Book a visit')],
  [' book  A visit ', tap(10, 'Book a visit')],
  ['3', tap(12, 'Read on', { opens: 'https://example.com/' })],
  ['4, 5', says('Red, Blue')],
  ['4 1', says('4 1')],
  ['8', says('8')],
  ['same', says('same')],
  ['When are you open?', says('When are you open?')],
  ['', { kind: 'nothing' }],
  ['//quit', says('/quit')],
  ['/quit', { kind: 'quit' }],
  ['/why', { kind: 'command', name: 'why' }],
  ['/turn {"slot": 1}', { kind: 'turn', turn: { slot: 1 } as never, displayText: '{"slot": 1}' }],
]
for (const [line, meaning] of cases) {
  test(`${JSON.stringify(line)} is parsed as ${JSON.stringify(meaning)}`, () => {
    assert.deepEqual(parseInput(line, { bubbles, offers }), meaning)
  })
}

test('an input line that cannot be parsed is refused with a sentence', () => {
  for (const line of ['/nope', '/why not', '/turn', '/turn [1]', '/turn {', 'x'.repeat(4001)]) {
    assert.equal(parseInput(line, { bubbles, offers }).kind, 'refused', line)
  }
})

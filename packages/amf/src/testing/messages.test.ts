import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { channels } from '../model/channels.ts'
import { chipKinds } from '../model/chip.ts'
import { type ContentMessage, validateMessage } from '../model/message.ts'
import { partTypes } from '../model/parts.ts'
import { contentOf } from './content.ts'
import { contentMessages } from './messages.ts'
import { token } from './tokens.ts'

const runs = { numRuns: 500 }
const sample = fc.sample(contentMessages(), { numRuns: 500, seed: 1 })

test('every generated message is valid', () => {
  fc.assert(
    fc.property(contentMessages(), (message) => {
      assert.deepEqual(validateMessage(message), { message })
    }),
    runs,
  )
})

test('no token appears twice in a message', () => {
  fc.assert(
    fc.property(contentMessages(), (message) => {
      const tokens = JSON.stringify(message).match(token) ?? []
      assert.equal(new Set(tokens).size, tokens.length)
    }),
    runs,
  )
})

test('every label and every text begins with its token', () => {
  fc.assert(
    fc.property(contentMessages(), (message) => {
      const contentByPath = Map.groupBy(contentOf(message, 'sms'), ({ path }) => path)
      for (const [path, [first]] of contentByPath) {
        if (first?.kind === 'label' || first?.kind === 'text') assert.match(first.text, /^zq\d+a/, path)
      }
    }),
    runs,
  )
})

test('every part has visible content, unless it is passed through verbatim', () => {
  fc.assert(
    fc.property(contentMessages(), fc.constantFrom(...channels), (message, channel) => {
      const pieces = contentOf(message, channel)
      for (const [at, part] of message.parts.entries()) {
        const isNativePart = part.type === 'native' && part.channel === channel
        assert.equal(
          pieces.some(({ path }) => path.startsWith(`parts[${at}].`)),
          !isNativePart,
        )
      }
    }),
    runs,
  )
})

const chipsOf = (message: ContentMessage) => [
  ...(message.chips ?? []),
  ...message.parts.flatMap((part) => (part.type === 'card' ? (part.card.chips ?? []) : [])),
]
const options = (message: ContentMessage) =>
  message.parts.flatMap((part) => (part.type === 'ask.choice' ? [part.options.length] : []))
const items = (message: ContentMessage) =>
  message.parts.flatMap((part) => (part.type === 'showcase' ? [part.items.length] : []))
const texts = (message: ContentMessage) => message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))

const coverage: [what: string, occurs: (message: ContentMessage) => boolean][] = [
  ...partTypes.map((type): (typeof coverage)[number] => [
    `a part of type ${type}`,
    ({ parts }) => parts.some((part) => part.type === type),
  ]),
  ...chipKinds.map((kind): (typeof coverage)[number] => [
    `a chip of kind ${kind}`,
    (message) => chipsOf(message).some((chip) => chip.kind === kind),
  ]),
  ['a chip of no kind', (message) => chipsOf(message).some(({ kind }) => kind === undefined)],
  ['a lone option', (message) => options(message).includes(1)],
  ['more options than any channel has chips', (message) => options(message).some((count) => count === 14)],
  ['a lone item', (message) => items(message).includes(1)],
  ['more items than a carousel holds', (message) => items(message).some((count) => count > 10)],
  ['a text that has to be split', (message) => texts(message).some((text) => text.length > 4000)],
  ['a short text', (message) => texts(message).some((text) => text.length < 40)],
  ['a label that has to be cut', (message) => chipsOf(message).some(({ label }) => label.length > 60)],
  ['more than ten chips', ({ chips }) => (chips?.length ?? 0) > 10],
  ['an empty list of chips', ({ chips }) => chips?.length === 0],
  ['chips and nothing else', ({ parts }) => parts.length === 0],
  ['an empty summary', ({ parts }) => parts.some((part) => part.type === 'confirm' && part.summary?.length === 0)],
  ['an empty description', ({ parts }) => parts.some((part) => part.type === 'card' && part.card.description === '')],
]
for (const [description, matches] of coverage) {
  test(`the generated messages include ${description}`, () => assert.ok(sample.some(matches)))
}

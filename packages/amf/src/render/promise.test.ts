// Quick run too: no channel drops content; a tenth of the examples.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { compile } from '../aml/compile.ts'
import { anyText } from '../aml/testing/generators.ts'
import { matchAnswer } from '../answers/match.ts'
import { channels } from '../model/channels.ts'
import type { ContentMessage } from '../model/message.ts'
import { type ContentPiece, contentOf } from '../testing/content.ts'
import { contentMessages } from '../testing/messages.ts'
import { findMissingContent } from '../testing/seen.ts'
import { findLimitViolations } from '../wire/testing/limits.ts'
import { parsePostback } from './postback.ts'
import { type RenderResult, render } from './render.ts'

/** The promise of the format, checked on every channel with random messages. */
const runs = 400

type Case = { message: ContentMessage; out: RenderResult }

function holds(check: (given: Case) => void, numRuns = runs): void {
  const everywhere = fc.property(contentMessages(), (message) => {
    for (const channel of channels) {
      const out = render(message, { channel, messageId: 'm-1' })
      try {
        check({ message, out })
      } catch (error) {
        throw new Error(`on ${channel}: ${(error as Error).message}`, { cause: error })
      }
    }
  })
  // Shrinking a message of many parts may take hours: the best result after two minutes is enough.
  fc.assert(everywhere, { numRuns, interruptAfterTimeLimit: 120_000 })
}

/** Everything shown as text or label. */
function read({ messages }: RenderResult): string {
  return messages.flatMap(({ text, chips }) => [text, ...chips.map(({ label }) => label)]).join('\n')
}

/** Everything reachable by a tap: a picture, a URL, a phone number, an event, a place. */
function reached(out: RenderResult): string {
  return `${read(out)}\n${JSON.stringify(out.messages.map(({ native }) => native))}`
}

function isBehindATap({ kind, path }: ContentPiece): boolean {
  if (kind === 'url' || kind === 'phone' || kind === 'time') return true
  return /chips\[\d+\]\.(?:event|place)|\.(?:mediaUrl|alt)$/.test(path)
}

test('every piece of content is readable or one tap away', () => {
  holds(({ message, out }) => {
    const pieces = contentOf(message, out.channel)
    const toReach = pieces.filter(isBehindATap)
    const toRead = pieces.filter((piece) => !isBehindATap(piece))
    assert.deepEqual([...findMissingContent(toRead, read(out)), ...findMissingContent(toReach, reached(out))], [])
  }, runs / 2)
})

test('every rendering respects the limits of the provider', () => {
  holds(({ message, out }) => {
    const { channel, messages } = out
    // A native payload is the caller's responsibility.
    if (message.parts.some((part) => part.type === 'native' && part.channel === channel)) return
    assert.deepEqual(
      messages.flatMap(({ native }) => findLimitViolations(channel, native)),
      [],
    )
  })
})

test('rendering is deterministic', () => {
  holds(({ message, out }) => {
    assert.deepEqual(render(message, { channel: out.channel, messageId: 'm-1' }), out)
  }, runs / 4)
})

test('every affordance resolves to its option, by tap and by number', () => {
  holds((given) => {
    const { affordances, intents, messages } = given.out
    for (const { chips } of messages) for (const { tap } of chips) assert.ok(affordances[tap], `a chip with tap ${tap}`)
    for (const data of postbacksIn(given.out)) {
      const tapped = parsePostback(data)
      assert.ok(tapped && affordances[tapped.tap] && tapped.messageId === 'm-1', data)
    }
    for (const { number, answer } of affordances) {
      if (number === undefined || !answer) continue
      const found = matchAnswer(String(number), intents)
      assert.deepEqual(
        [found?.intent.intentId, found?.options.map(({ id }) => id)],
        [answer.intentId, [answer.optionId]],
      )
    }
  }, runs / 4)
})

function postbacksIn({ messages }: RenderResult): string[] {
  return JSON.stringify(messages.map(({ native }) => native)).match(/amf\|m-1\|\d+/g) ?? []
}

test('a shortened label is reported as a loss', () => {
  holds(({ out }) => {
    const cut = out.messages
      .flatMap(({ chips }) => chips)
      .filter(({ label, tap }) => label.endsWith('…') && label !== out.affordances[tap]?.label)
    const cutLosses = out.losses.filter(({ code }) => code === 'label.cut')
    assert.ok(cutLosses.length >= cut.length, `${cut.length} labels cut, ${cutLosses.length} told`)
  }, runs / 4)
})

test('any model output compiles, renders on every channel within its limits, and is sent', () => {
  const unicode = fc.string({ unit: 'binary', maxLength: 300 })
  fc.assert(
    fc.property(fc.oneof(anyText, unicode), (aml) => {
      const { message } = compile(aml)
      for (const channel of channels) {
        const out = render(message, { channel, messageId: 'm-1' })
        assert.equal(out.messages.length === 0, message.parts.length === 0 && !message.chips, `on ${channel}`)
        assert.deepEqual(
          out.messages.flatMap(({ native }) => findLimitViolations(channel, native)),
          [],
        )
      }
    }),
    { numRuns: runs, interruptAfterTimeLimit: 120_000 },
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { matchAnswer } from '../answers/match.ts'
import { channels } from '../model/channels.ts'
import { contentOf, type Piece } from '../testing/content.ts'
import { contentMessages } from '../testing/messages.ts'
import { missing } from '../testing/seen.ts'
import { violations } from '../wire/testing/limits.ts'
import { type Rendered, readPostback, render } from './render.ts'

/** The promise of the format, over messages that nobody thought of. `RENDER_RUNS` makes it longer. */
const numRuns = Number(process.env.RENDER_RUNS ?? 300)
const messages = contentMessages()
/** Shrinking a message of many parts may take hours: what was found in a minute is enough. */
const interruptAfterTimeLimit = 60_000

/** Read as text or label. */
const read = ({ messages: all }: Rendered) =>
  all.flatMap(({ text, chips }) => [text, ...chips.map(({ label }) => label)]).join('\n')
/** Reached by a tap: a picture, an address, a number, an event, a place. */
const reached = (rendered: Rendered) =>
  `${read(rendered)}\n${JSON.stringify(rendered.messages.map(({ native }) => native))}`

function isBehindATap({ what, path }: Piece): boolean {
  return (
    what === 'url' ||
    what === 'phone' ||
    what === 'time' ||
    /chips\[\d+\]\.(?:event|place)|\.(?:mediaUrl|alt)$/.test(path)
  )
}

for (const channel of channels) {
  const rendered = messages.map((message) => ({ message, out: render(message, { channel, messageId: 'm-1' }) }))

  test(`on ${channel} every piece of content is seen or within reach`, () => {
    fc.assert(
      fc.property(rendered, ({ message, out }) => {
        const pieces = contentOf(message, channel)
        const toRead = pieces.filter((piece) => !isBehindATap(piece))
        assert.deepEqual([...missing(toRead, read(out)), ...missing(pieces, reached(out))], [])
      }),
      { numRuns, interruptAfterTimeLimit },
    )
  })

  test(`on ${channel} every limit of the provider is kept`, () => {
    fc.assert(
      fc.property(rendered, ({ message, out }) => {
        const isNative = message.parts.some((part) => part.type === 'native' && part.channel === channel)
        if (isNative) return
        assert.deepEqual(
          out.messages.flatMap(({ native }) => violations(channel, native)),
          [],
        )
      }),
      { numRuns, interruptAfterTimeLimit },
    )
  })

  test(`on ${channel} the same message is rendered the same way`, () => {
    fc.assert(
      fc.property(rendered, ({ message, out }) => {
        assert.deepEqual(render(message, { channel, messageId: 'm-1' }), out)
      }),
      { numRuns: numRuns / 3, interruptAfterTimeLimit },
    )
  })

  test(`on ${channel} every affordance resolves to its option, by tap and by number`, () => {
    fc.assert(
      fc.property(rendered, ({ out }) => {
        for (const { chips } of out.messages)
          for (const { tap, kind } of chips) assert.ok(out.affordances[tap], `a ${kind} chip with tap ${tap}`)
        for (const data of postbacksIn(out)) {
          const read = readPostback(data)
          assert.ok(read && out.affordances[read.tap] && read.messageId === 'm-1', data)
        }
        for (const { number, answer } of out.affordances) {
          if (number === undefined || !answer) continue
          const found = matchAnswer(String(number), out.intents)
          assert.deepEqual(
            [found?.intent.intentId, found?.options.map(({ id }) => id)],
            [answer.intentId, [answer.optionId]],
          )
        }
      }),
      { numRuns, interruptAfterTimeLimit },
    )
  })
}

function postbacksIn({ messages: all }: Rendered): string[] {
  return (JSON.stringify(all.map(({ native }) => native)) ?? '').match(/amf\|m-1\|\d+/g) ?? []
}

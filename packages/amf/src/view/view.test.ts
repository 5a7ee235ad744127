// Quick run too: what a person sees is what was sent; a tenth of the examples.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { channels } from '../model/channels.ts'
import type { ContentMessage } from '../model/message.ts'
import { type ChannelMessage, type RenderResult, render } from '../render/render.ts'
import { type ContentPiece, contentOf } from '../testing/content.ts'
import { contentMessages } from '../testing/messages.ts'
import { findMissingContent } from '../testing/seen.ts'
import type { TextRun } from '../text/runs.ts'
import { BubbleView, type CardView, type ChipView, listTaps } from './bubble-view.ts'

const runs = 200

function onEveryChannel(check: (out: RenderResult, message: ContentMessage) => void): void {
  const everywhere = fc.property(contentMessages(), (message) => {
    for (const channel of channels) {
      try {
        check(render(message, { channel, messageId: 'm-1' }), message)
      } catch (error) {
        throw new Error(`on ${channel}: ${(error as Error).message}`, { cause: error })
      }
    }
  })
  fc.assert(everywhere, { numRuns: runs, interruptAfterTimeLimit: 120_000 })
}

const postbacksIn = (native: unknown): number[] =>
  [...JSON.stringify(native).matchAll(/amf\|m-1\|(\d+)/g)].map(([, tap]) => Number(tap))
const cardsIn = (view: BubbleView): CardView[] =>
  view.kind === 'card' ? [view.card] : view.kind === 'carousel' ? view.cards : []
const chipsIn = (view: BubbleView): ChipView[] => [...cardsIn(view).flatMap((card) => card.chips), ...view.chips]
const distinct = (taps: readonly number[]): number[] => [...new Set(taps)].sort((a, b) => a - b)

test('the view has the documented form', () => {
  onEveryChannel(({ messages }) => {
    for (const { view } of messages) assert.deepEqual(BubbleView.parse(view), view)
  })
})

test('everything that can be tapped in the payload can be tapped in the view, and the other way round', () => {
  onEveryChannel(({ messages }) => {
    for (const { native, view } of messages) {
      if (view.kind === 'native') continue
      const [sent, seen] = [postbacksIn(native), listTaps(view)]
      assert.deepEqual(distinct(seen), distinct([...sent, ...seen]), 'the payload has taps that the view lacks')
      for (const chip of chipsIn(view)) if (!sent.includes(chip.tap)) assertSentByTarget(native, chip)
      assert.equal(new Set(seen).size, seen.length, 'a tap occurs twice')
    }
  })
})

/** Providers open links, calls and location requests themselves, and return nothing. */
function assertSentByTarget(native: unknown, { kind, url, phone }: ChipView): void {
  const body = JSON.stringify(native)
  if (kind === 'shareLocation') assert.match(body, /location_request_message|shareLocationAction/)
  else if (kind === 'url') assert.ok(body.includes(JSON.stringify(url).slice(1, -1)), `${url} is not in ${body}`)
  else if (kind === 'dial') assert.ok(body.includes(phone?.replace(/[^\d+]/g, '') ?? ''), `${phone} is not in ${body}`)
  else assert.fail(`a ${kind} is in the view and not in ${body}`)
}

/** The only item of a showcase is a card without Select: there is nothing to choose from. */
const findSingleItemShowcases = ({ intents }: RenderResult): Set<string> =>
  new Set(
    intents.flatMap(({ intent, intentId, options }) =>
      intent === 'showcase' && options?.length === 1 ? [intentId] : [],
    ),
  )

test('an option that the view cannot show as a tap is reported as a loss', () => {
  onEveryChannel((out) => {
    const { messages, affordances, losses } = out
    const seen = new Set(messages.flatMap(({ view }) => listTaps(view)))
    const singleItem = findSingleItemShowcases(out)
    const hidden = affordances.filter(
      ({ answer }, tap) => !seen.has(tap) && !(answer?.intent === 'showcase' && singleItem.has(answer.intentId)),
    )
    if (hidden.length > 0) assert.notDeepEqual(losses, [], `${hidden.length} options are only text`)
  })
})

const say = (text: readonly TextRun[] = []): string => text.map((run) => run.text).join('')

function readView({ view }: ChannelMessage): string {
  const texts = 'text' in view ? [say(view.text)] : []
  const place = view.kind === 'place' ? [view.place.name, view.place.address] : []
  const rows = view.kind === 'list' ? view.rows : []
  const slots = view.kind === 'times' ? view.slots.map(({ label }) => label) : []
  const chips = chipsIn(view).map(({ label }) => label)
  return [
    ...texts,
    ...cardsIn(view).flatMap(({ title, description }) => [title, say(description)]),
    ...rows.flatMap(({ title, description }) => [title, description]),
    ...[...slots, ...place, ...chips],
    ...(view.kind === 'media' ? [view.media.alt] : []),
  ].join('\n')
}

/** Messengers read the author's own stars, underscores, tildes and backticks as markup. */
const unmarked = (text: string): string => text.replace(/[*_~`]/g, '')
const isText = ({ kind }: ContentPiece): boolean => kind === 'text' || kind === 'label'

test('the view contains every text and label of the message', () => {
  onEveryChannel(({ channel, messages }, message) => {
    if (message.parts.some(({ type }) => type === 'native')) return
    const read = unmarked(messages.map(readView).join('\n'))
    const pieces = contentOf(message, channel)
      .filter((piece) => isText(piece) && !/chips\[\d+\]\.(?:event|place)/.test(piece.path))
      .map((piece) => ({ ...piece, text: unmarked(piece.text) }))
    assert.deepEqual(findMissingContent(pieces, read), [])
  })
})

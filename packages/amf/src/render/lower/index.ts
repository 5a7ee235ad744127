import { formatFieldPath } from '@parley/findings'
import type { Part, PartType } from '../../model/parts.ts'
import { parseMarkdown } from '../../text/markdown.ts'
import { toLiteralRuns } from '../../text/runs.ts'
import type { Draft, DraftCard } from '../draft.ts'
import { type RenderContext, recordLoss } from '../render-context.ts'

import { lowerAskChoice, lowerAskLocation, lowerAskTime } from './ask.ts'
import { draftChips } from './chips.ts'
import { lowerConfirm } from './confirm.ts'
import { lowerShareContact, lowerShareEvent, lowerSharePlace } from './share.ts'
import { lowerShowcase } from './showcase.ts'

type Lowering<T extends PartType> = (part: Extract<Part, { type: T }>, path: string, context: RenderContext) => Draft[]

const lowerings: { [T in PartType]: Lowering<T> } = {
  'ask.choice': lowerAskChoice,
  'ask.time': lowerAskTime,
  confirm: lowerConfirm,
  showcase: lowerShowcase,
  'ask.location': lowerAskLocation,
  'share.event': lowerShareEvent,
  'share.place': lowerSharePlace,
  'share.contact': lowerShareContact,
  text: lowerText,
  media: ({ type: _, ...media }, path) => [{ kind: 'media', ...media, chips: [], path }],
  card: ({ card }, path, context) => [
    { kind: 'cards', cards: [draftCard(card, `${path}.card`, context)], chips: [], path },
  ],
  carousel: ({ cards }, path, context) => [
    {
      kind: 'cards',
      cards: cards.map((card, at) => draftCard(card, formatFieldPath([`${path}.cards`, at]), context)),
      chips: [],
      path,
    },
  ],
  native: ({ payload }, path) => [{ kind: 'native', payload, path }],
}

/** Expresses the part in the channel's features; limits are applied later. */
export function lowerPart<T extends PartType>(
  part: Extract<Part, { type: T }>,
  path: string,
  context: RenderContext,
): Draft[] {
  return (lowerings[part.type as T] as Lowering<T>)(part, path, context)
}

function lowerText({ text }: Extract<Part, { type: 'text' }>, path: string, context: RenderContext): Draft[] {
  const runs = parseMarkdown(text)
  const isStyled = runs.some(({ bold, italic, strike }) => bold || italic || strike)
  if (isStyled && context.profile.text.markup === 'plain') recordLoss(context, 'markup.removed', path)
  // A text that consists only of markup is shown verbatim.
  return [{ kind: 'text', runs: runs.length > 0 ? runs : toLiteralRuns(text.trim()), chips: [], path }]
}

function draftCard(
  { title, description, mediaUrl, chips }: Extract<Part, { type: 'card' }>['card'],
  path: string,
  context: RenderContext,
): DraftCard {
  return {
    ...(title?.trim() && { title: title.trim() }),
    ...(description?.trim() && { description: description.trim() }),
    ...(mediaUrl && { mediaUrl }),
    chips: draftChips(chips, `${path}.`, context),
    path,
  }
}

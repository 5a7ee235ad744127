import type { ChipSlot } from '../../profiles/profile.ts'
import { truncate } from '../../text/measure.ts'
import type { TextRun } from '../../text/runs.ts'
import type { BubbleCard } from '../bubble.ts'
import type { CardsDraft, DraftCard } from '../draft.ts'
import { formatLabelled, joinParagraphs, joinTextLines, toBoldRuns, toLinkRuns } from '../lower/lines.ts'
import { isImageUrl } from '../media-type.ts'
import { type LossCode, type RenderContext, recordLoss } from '../render-context.ts'
import { fitChips } from './fit-chips.ts'
import { attachChips, createTextPiece, type FittedPiece } from './piece.ts'
import { fitMedia } from './simple-drafts.ts'

/** Renders a carousel, consecutive cards, or text. Content that fits on no card follows as text. */
export function fitCards(draft: CardsDraft, context: RenderContext): FittedPiece[] {
  return attachChips(toCardPieces(draft, context), draft.chips, draft.path, context)
}

function toCardPieces({ cards, path }: CardsDraft, context: RenderContext): FittedPiece[] {
  const { card, carousel } = context.profile
  if (!card) {
    recordLoss(context, 'cards.as_text', path)
    return cards.flatMap((one) =>
      attachChips([createTextPiece(toCardRuns(one), one.path)], one.chips, one.path, context),
    )
  }
  if (cards.length === 1 || !carousel) return cards.flatMap((one) => fitSingleCard(one, context))
  if ((carousel.alike && !haveSameShape(cards, carousel)) || (card.titleRequired && cards.some(hasNoText))) {
    recordLoss(context, 'cards.apart', path)
    return cards.flatMap((one) => fitSingleCard(one, context))
  }
  const groups = splitIntoGroups(cards, carousel.min, carousel.max)
  if (groups.length > 1) recordLoss(context, 'cards.apart', path)
  return groups.flatMap((group) => toCarousel(group, carousel.chips, context))
}

function toCardRuns({ title, description, mediaUrl }: DraftCard): TextRun[] {
  return joinTextLines([toBoldRuns(title), description, mediaUrl ? toLinkRuns(mediaUrl) : undefined])
}

function fitSingleCard(card: DraftCard, context: RenderContext): FittedPiece[] {
  const { mediaUrl, chips, path } = card
  const slot = context.profile.card
  if (!slot || (hasNoText(card) && slot.titleRequired)) {
    const pieces = mediaUrl ? fitMedia({ kind: 'media', url: mediaUrl, chips: [], path }, context) : []
    return attachChips(pieces, chips, path, context)
  }
  const { fitted, overflow, byNumber } = fitCard(card, slot.chips, context)
  return [
    { kind: 'card', card: fitted, chips: [] },
    ...(overflow.length > 0 ? [createTextPiece(overflow, path, { byNumber })] : []),
  ]
}

function hasNoText({ title, description }: DraftCard): boolean {
  return !title && !description
}

function toCarousel(cards: readonly DraftCard[], slot: ChipSlot, context: RenderContext): FittedPiece[] {
  const fits = cards.map((card) => fitCard(card, slot, context))
  const overflow = joinParagraphs(fits.map((fit) => fit.overflow))
  const carousel: FittedPiece = { kind: 'carousel', cards: fits.map(({ fitted }) => fitted), chips: [] }
  const byNumber = fits.some((fit) => fit.byNumber)
  return [carousel, ...(overflow.length > 0 ? [createTextPiece(overflow, cards[0]?.path ?? '', { byNumber })] : [])]
}

type Fit = { fitted: BubbleCard; overflow: TextRun[]; byNumber: boolean }

/** Fits the card to the channel's limits, and returns the text that must accompany it. */
function fitCard(card: DraftCard, slot: ChipSlot, context: RenderContext): Fit {
  const { profile } = context
  const limits = profile.card ?? { titleMaxLength: 0, descriptionMaxLength: 0 }
  const untitled = profile.card?.titleRequired && !card.title
  const title = truncateCardText(untitled ? card.description : card.title, limits.titleMaxLength)
  const description = truncateCardText(untitled ? undefined : card.description, limits.descriptionMaxLength)
  const picture = card.mediaUrl && isImageUrl(card.mediaUrl) ? card.mediaUrl : undefined
  const { fitted: fittedChips, overflow, byNumber } = fitChips(card.chips, slot, context)
  const over: TextRun[][] = []
  const tell = (is: boolean, code: LossCode, words: TextRun[]) => {
    if (!is) return
    recordLoss(context, code, card.path)
    over.push(words)
  }
  tell(title.isCut, 'title.cut', toBoldRuns(title.whole))
  tell(
    description.isCut,
    'description.cut',
    joinTextLines([title.isCut ? undefined : toBoldRuns(card.title), description.whole]),
  )
  tell(card.mediaUrl !== picture, 'picture.as_link', toLinkRuns(card.mediaUrl ?? ''))
  if (overflow.length > 0)
    over.push(over.length > 0 || !title.whole ? overflow : [...toBoldRuns(title.whole), { text: '\n' }, ...overflow])
  const fitted = {
    ...(title.text && { title: title.text }),
    ...(description.text && { description: description.text }),
    ...(picture && { mediaUrl: picture }),
    chips: fittedChips,
  }
  return { fitted, overflow: joinTextLines(over), byNumber }
}

function truncateCardText(
  whole: string | undefined,
  maxLength: number,
): { whole: string; text: string; isCut: boolean } {
  const text = whole ? truncate(whole, maxLength) : ''
  return { whole: whole ?? '', text, isCut: text !== (whole ?? '') }
}

/** Some channels require uniform cards: an image on each, and the same chips. */
function haveSameShape(cards: readonly DraftCard[], carousel: { textMaxLength?: number; chips: ChipSlot }): boolean {
  const { textMaxLength = Number.POSITIVE_INFINITY, chips: slot } = carousel
  const shapes = new Set(cards.map(({ chips }) => chips.map(({ kind }) => kind).join()))
  const [shape = ''] = shapes
  const count = cards[0]?.chips.length ?? 0
  if (shapes.size !== 1 || count === 0) return false
  const isRight = shape === 'url' || (count <= slot.max && /^reply(,reply)*$/.test(shape))
  return (
    isRight && cards.every((card) => card.mediaUrl && isImageUrl(card.mediaUrl) && textLength(card) <= textMaxLength)
  )
}

function textLength({ title = '', description = '' }: DraftCard): number {
  return formatLabelled(title, description).length
}

/**
 * Splits into full carousels and a last one that is not below the channel's minimum: eleven cards become nine and two.
 */
export function splitIntoGroups<T>(items: readonly T[], min: number, max: number): T[][] {
  const groups: T[][] = []
  for (let from = 0; from < items.length; ) {
    const left = items.length - from
    const size = left > max && left < max + min ? left - min : Math.min(max, left)
    groups.push(items.slice(from, from + size))
    from += size
  }
  return groups
}

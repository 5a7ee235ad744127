import type { ChipSlot } from '../../profiles/profile.ts'
import { cut } from '../../text/cut.ts'
import type { Run } from '../../text/runs.ts'
import type { BubbleCard } from '../bubble.ts'
import type { CardsDraft, DraftCard } from '../draft.ts'
import { bold, labelled, lines, link, paragraphs } from '../lower/lines.ts'
import { isPicture } from '../media-type.ts'
import { type LossCode, lose, type Scene } from '../scene.ts'
import { fitMedia } from './media.ts'
import { type Piece, textPiece, withChips } from './piece.ts'
import { placeChips } from './place-chips.ts'

/** A carousel, cards after each other, or text, with whatever found no place on them said in text below. */
export function fitCards(draft: CardsDraft, scene: Scene): Piece[] {
  return withChips(cardPieces(draft, scene), draft.chips, draft.path, scene)
}

function cardPieces({ cards, path }: CardsDraft, scene: Scene): Piece[] {
  const { card, carousel } = scene.profile
  if (!card) {
    lose(scene, 'cards.as_text', path)
    return cards.flatMap((one) => withChips([textPiece(wordsOf(one), one.path)], one.chips, one.path, scene))
  }
  if (cards.length === 1 || !carousel) return cards.flatMap((one) => single(one, scene))
  if ((carousel.alike && !areAlike(cards, carousel)) || (card.titleRequired && cards.some(isWordless))) {
    lose(scene, 'cards.apart', path)
    return cards.flatMap((one) => single(one, scene))
  }
  const groups = grouped(cards, carousel.min, carousel.max)
  if (groups.length > 1) lose(scene, 'cards.apart', path)
  return groups.flatMap((group) => together(group, carousel.chips, scene))
}

function wordsOf({ title, description, mediaUrl }: DraftCard): Run[] {
  return lines([bold(title), description, mediaUrl ? link(mediaUrl) : undefined])
}

function single(card: DraftCard, scene: Scene): Piece[] {
  const { mediaUrl, chips, path } = card
  const slot = scene.profile.card
  if (!slot || (isWordless(card) && slot.titleRequired)) {
    const pieces = mediaUrl ? fitMedia({ kind: 'media', url: mediaUrl, chips: [], path }, scene) : []
    return withChips(pieces, chips, path, scene)
  }
  const { fitted, said, byNumber } = fitCard(card, slot.chips, scene)
  return [{ kind: 'card', card: fitted, chips: [] }, ...(said.length > 0 ? [textPiece(said, path, { byNumber })] : [])]
}

function isWordless({ title, description }: DraftCard): boolean {
  return !title && !description
}

function together(cards: readonly DraftCard[], slot: ChipSlot, scene: Scene): Piece[] {
  const fits = cards.map((card) => fitCard(card, slot, scene))
  const said = paragraphs(fits.map((fit) => fit.said))
  const carousel: Piece = { kind: 'carousel', cards: fits.map(({ fitted }) => fitted), chips: [] }
  const byNumber = fits.some((fit) => fit.byNumber)
  return [carousel, ...(said.length > 0 ? [textPiece(said, cards[0]?.path ?? '', { byNumber })] : [])]
}

type Fit = { fitted: BubbleCard; said: Run[]; byNumber: boolean }

/** The card within the channel's lengths, and what must be said beside it. */
function fitCard(card: DraftCard, slot: ChipSlot, scene: Scene): Fit {
  const { profile } = scene
  const limits = profile.card ?? { titleMaxLength: 0, descriptionMaxLength: 0 }
  const untitled = profile.card?.titleRequired && !card.title
  const title = shortened(untitled ? card.description : card.title, limits.titleMaxLength)
  const description = shortened(untitled ? undefined : card.description, limits.descriptionMaxLength)
  const picture = card.mediaUrl && isPicture(card.mediaUrl) ? card.mediaUrl : undefined
  const { shown, said, byNumber } = placeChips(card.chips, slot, scene)
  const over: Run[][] = []
  const tell = (is: boolean, code: LossCode, words: Run[]) => {
    if (!is) return
    lose(scene, code, card.path)
    over.push(words)
  }
  tell(title.isCut, 'title.cut', bold(title.whole))
  tell(description.isCut, 'description.cut', lines([title.isCut ? undefined : bold(card.title), description.whole]))
  tell(card.mediaUrl !== picture, 'picture.as_link', link(card.mediaUrl ?? ''))
  if (said.length > 0)
    over.push(over.length > 0 || !title.whole ? said : [...bold(title.whole), { text: '\n' }, ...said])
  const fitted = {
    ...(title.text && { title: title.text }),
    ...(description.text && { description: description.text }),
    ...(picture && { mediaUrl: picture }),
    chips: shown,
  }
  return { fitted, said: lines(over), byNumber }
}

function shortened(whole: string | undefined, maxLength: number): { whole: string; text: string; isCut: boolean } {
  const text = whole ? cut(whole, maxLength) : ''
  return { whole: whole ?? '', text, isCut: text !== (whole ?? '') }
}

/** Some channels take only cards of one shape: each a picture, and the same chips. */
function areAlike(cards: readonly DraftCard[], carousel: { textMaxLength?: number; chips: ChipSlot }): boolean {
  const { textMaxLength = Number.POSITIVE_INFINITY, chips: slot } = carousel
  const shapes = new Set(cards.map(({ chips }) => chips.map(({ kind }) => kind).join()))
  const [shape = ''] = shapes
  const count = cards[0]?.chips.length ?? 0
  if (shapes.size !== 1 || count === 0) return false
  const isRight = shape === 'url' || (count <= slot.max && /^reply(,reply)*$/.test(shape))
  return (
    isRight && cards.every((card) => card.mediaUrl && isPicture(card.mediaUrl) && textLength(card) <= textMaxLength)
  )
}

function textLength({ title = '', description = '' }: DraftCard): number {
  return labelled(title, description).length
}

/** Full carousels, and a last one that is not too small for the channel: eleven cards are nine and two. */
export function grouped<T>(items: readonly T[], min: number, max: number): T[][] {
  const groups: T[][] = []
  for (let from = 0; from < items.length; ) {
    const left = items.length - from
    const size = left > max && left < max + min ? left - min : Math.min(max, left)
    groups.push(items.slice(from, from + size))
    from += size
  }
  return groups
}

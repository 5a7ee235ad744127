import type { BubbleCard, BubbleChip, CarouselBubble } from '../render/bubble.ts'
import { truncate } from '../text/truncate.ts'
import { omitUndefined, requireValue } from './optional-values.ts'
import type { WireContext } from './wire.ts'

const bodyMaxLength = 1024

type Buttons = { header?: object; body: string; chips: readonly BubbleChip[] }

export function buildButtonMessage({ header, body, chips }: Buttons, context: WireContext): object {
  const link = onlyLink(chips)
  const action = link
    ? ctaUrl(link)
    : { buttons: replies(chips).map((chip) => ({ type: 'reply', reply: button(chip, context) })) }
  const type = link ? 'cta_url' : 'button'
  return { type: 'interactive', interactive: omitUndefined({ type, header, body: { text: body }, action }) }
}

export function buildCarouselMessage({ text: above, cards }: CarouselBubble, context: WireContext): object {
  // Meta wants a text above the cards: where the message has none, what they show is said.
  const titles = cards.map(({ title }) => title).filter(Boolean)
  const named = titles.join(' · ') || joinChipLabels(cards.flatMap(({ chips }) => chips))
  const text = above?.marked ?? truncate(named, bodyMaxLength)
  const action = { cards: cards.map((card, at) => carouselCard(card, at, context)) }
  return { type: 'interactive', interactive: { type: 'carousel', body: { text }, action } }
}

function carouselCard(card: BubbleCard, at: number, context: WireContext): object {
  // At most two line breaks are taken in the text of a card.
  const text = buildCardBody({ title: card.title, description: card.description?.replace(/\s*\n\s*/g, ' ') })
  const link = onlyLink(card.chips)
  return omitUndefined({
    card_index: at,
    // Meta's own example gives this type to cards with replies too.
    type: 'cta_url',
    header: { type: 'image', image: { link: requireValue(card.mediaUrl, 'picture on a card of a carousel') } },
    body: text ? { text } : undefined,
    action: link ? ctaUrl(link) : { buttons: replies(card.chips).map((chip) => quickReply(chip, context)) },
  })
}

function quickReply(chip: BubbleChip, context: WireContext): object {
  return { type: 'quick_reply', quick_reply: button(chip, context) }
}

function button({ label, tap }: BubbleChip, context: WireContext): object {
  return { id: context.postback(tap), title: label }
}

function ctaUrl({ label, url }: BubbleChip): object {
  return { name: 'cta_url', parameters: { display_text: label, url: requireValue(url, 'url') } }
}

function onlyLink(chips: readonly BubbleChip[]): BubbleChip | undefined {
  return chips.length === 1 && chips[0]?.kind === 'url' ? chips[0] : undefined
}

function replies(chips: readonly BubbleChip[]): readonly BubbleChip[] {
  if (chips.length === 0) throw new Error('messengerA has no buttons without chips')
  const other = chips.find(({ kind }) => kind !== 'reply')
  if (other) throw new Error(`messengerA takes replies or one link, not a chip of kind ${other.kind} among others`)
  return chips
}

/** Words for a body that must not be empty: those that the person sees on the buttons anyway. */
export function joinChipLabels(chips: readonly BubbleChip[]): string {
  return truncate(chips.map(({ label }) => label).join(' / '), bodyMaxLength)
}

export function buildCardBody({ title, description }: Pick<BubbleCard, 'title' | 'description'>): string {
  return [title && toStarredText(title.trim()), description].filter(Boolean).join('\n')
}

/** A star or a line break within would end the bold type early, and show the stars. */
function toStarredText(title: string): string {
  return /[*\n]/.test(title) ? title : `*${title}*`
}

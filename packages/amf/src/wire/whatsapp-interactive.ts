import type { BubbleCard, BubbleChip, CarouselBubble } from '../render/bubble.ts'
import { cut } from '../text/cut.ts'
import { given, present } from './members.ts'
import type { WireContext } from './wire.ts'

const bodyMaxLength = 1024

type Buttons = { header?: object; body: string; chips: readonly BubbleChip[] }

export function withButtons({ header, body, chips }: Buttons, context: WireContext): object {
  const link = onlyLink(chips)
  const action = link
    ? ctaUrl(link)
    : { buttons: replies(chips).map((chip) => ({ type: 'reply', reply: button(chip, context) })) }
  const type = link ? 'cta_url' : 'button'
  return { type: 'interactive', interactive: present({ type, header, body: { text: body }, action }) }
}

export function carousel({ text: above, cards }: CarouselBubble, context: WireContext): object {
  // Meta wants a text above the cards: where the message has none, what they show is said.
  const titles = cards.map(({ title }) => title).filter(Boolean)
  const named = titles.join(' · ') || labels(cards.flatMap(({ chips }) => chips))
  const text = above?.marked ?? cut(named, bodyMaxLength)
  const action = { cards: cards.map((card, at) => carouselCard(card, at, context)) }
  return { type: 'interactive', interactive: { type: 'carousel', body: { text }, action } }
}

function carouselCard(card: BubbleCard, at: number, context: WireContext): object {
  // At most two line breaks are taken in the text of a card.
  const text = cardBody({ title: card.title, description: card.description?.replace(/\s*\n\s*/g, ' ') })
  const link = onlyLink(card.chips)
  return present({
    card_index: at,
    // Meta's own example gives this type to cards with replies too.
    type: 'cta_url',
    header: { type: 'image', image: { link: given(card.mediaUrl, 'picture on a card of a carousel') } },
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
  return { name: 'cta_url', parameters: { display_text: label, url: given(url, 'url') } }
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
export function labels(chips: readonly BubbleChip[]): string {
  return cut(chips.map(({ label }) => label).join(' / '), bodyMaxLength)
}

export function cardBody({ title, description }: Pick<BubbleCard, 'title' | 'description'>): string {
  return [title && starred(title.trim()), description].filter(Boolean).join('\n')
}

/** A star or a line break within would end the bold type early, and show the stars. */
function starred(title: string): string {
  return /[*\n]/.test(title) ? title : `*${title}*`
}

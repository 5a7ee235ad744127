import type { ChatMessage, RenderedPart } from '../persona-session.ts'

/** An offer that can be tapped, with the number that selects it; `target` is where it leads. */
export type ChatOffer = {
  number: number
  label: string
  kind: string
  target?: string
  messageId: string
  index: number
}

/** One message as a channel shows it. Its texts are untrusted and not yet made printable. */
export type ChatBubble = {
  text: string
  files: { name: string; kind: string }[]
  cards: { title?: string; description?: string; picture?: string; offers: ChatOffer[] }[]
  options: { offer: ChatOffer; description?: string }[]
  /** Several options may be chosen. */
  multiple: boolean
  asksLocation: boolean
  chips: ChatOffer[]
}

type View = RenderedPart['view']
type Card = Extract<View, { kind: 'card' }>['card']
type Tappable = { label: string; kind?: string; tap: number; url?: string; phone?: string }
type MakeOffer = (tappable: Tappable) => ChatOffer

/** Converts a message to what a persona sees. `next` assigns the offer numbers in reading order. */
function toChatBubbles({ messageId, rendered }: ChatMessage, next: () => number): ChatBubble[] {
  const offer: MakeOffer = ({ label, kind = 'reply', tap, url, phone }) => {
    const target = url ?? phone
    return { number: next(), label, kind, messageId, index: tap, ...(target !== undefined && { target }) }
  }
  // A server of an older version sends no view.
  return rendered.map(({ text, view = toTextView(text) }) => toChatBubble(view, offer))
}

const toTextView = (text: string): View => ({ kind: 'text', text: [{ text }], chips: [] })

function toChatBubble(view: View, offer: MakeOffer): ChatBubble {
  return {
    text: textOf(view),
    files: filesOf(view),
    cards: cardsOf(view).map((card) => toChatCard(card, offer)),
    options: optionsOf(view).map(({ description, ...option }) => ({ offer: offer(option), description })),
    multiple: view.kind === 'list' && view.multiple,
    asksLocation: view.kind === 'locationRequest',
    chips: view.chips.map(offer),
  }
}

function textOf(view: View): string {
  if (view.kind === 'place') return [view.place.name, view.place.address].filter(Boolean).join('\n')
  const text = 'text' in view ? joinRuns(view.text) : ''
  return view.kind === 'media' && text === '' ? (view.media.alt ?? '') : text
}

function filesOf(view: View): ChatBubble['files'] {
  if (view.kind === 'media') return [{ name: view.media.name, kind: view.media.kind }]
  if (view.kind === 'place') return [{ name: `${view.place.latitude}, ${view.place.longitude}`, kind: 'map' }]
  return []
}

const cardsOf = (view: View): readonly Card[] =>
  view.kind === 'card' ? [view.card] : view.kind === 'carousel' ? view.cards : []

function toChatCard({ title, description, mediaUrl, chips }: Card, offer: MakeOffer): ChatBubble['cards'][number] {
  return {
    title,
    description: description && joinRuns(description),
    ...(mediaUrl !== undefined && { picture: fileNameOf(mediaUrl) }),
    offers: chips.map(offer),
  }
}

function optionsOf(view: View): (Tappable & { description?: string })[] {
  if (view.kind === 'list') return view.rows.map(({ title, description, tap }) => ({ label: title, description, tap }))
  return view.kind === 'times' ? view.slots.map(({ label, tap }) => ({ label, tap })) : []
}

/** Shows the address behind a link that has another text. */
function joinRuns(runs: readonly { text: string; href?: string }[] = []): string {
  return runs.map(({ text, href }) => (href === undefined || href === text ? text : `${text} (${href})`)).join('')
}

/** Returns the last segment of a URL as a file name. */
function fileNameOf(url: string): string {
  const last = url.split(/[?#]/)[0]?.split('/').at(-1) || 'file'
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** The content of a turn on the person's screen: the bubbles to read and the offers to tap. */
export type ChatScreen = { bubbles: ChatBubble[]; offers: ChatOffer[] }

export const emptyScreen: ChatScreen = { bubbles: [], offers: [] }

/** Numbers in the agent's own text are answered by typing them, so offer numbers start after the highest of them. */
export function buildScreen(messages: readonly ChatMessage[]): ChatScreen {
  let last = Math.max(0, ...messages.flatMap(({ rendered }) => rendered.flatMap(({ text }) => numbersIn(text))))
  const next = () => ++last
  const bubbles = messages.flatMap((message) => toChatBubbles(message, next))
  return { bubbles, offers: bubbles.flatMap(offersOf) }
}

const numbersIn = (text: string): number[] =>
  Array.from(text.matchAll(/^ *(\d{1,3})[.)] /gm), ([, number]) => Number(number))

const offersOf = ({ cards, options, chips }: ChatBubble): ChatOffer[] => [
  ...cards.flatMap(({ offers }) => offers),
  ...options.map(({ offer }) => offer),
  ...chips,
]

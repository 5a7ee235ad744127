import type {
  AskChoice,
  AskLocation,
  AskTime,
  CalendarEvent,
  Card,
  CardPart,
  CarouselPart,
  Chip,
  Confirm,
  Contact,
  ContentMessage,
  MediaPart,
  NativePart,
  Part,
  Place,
  ShareContact,
  ShareEvent,
  SharePlace,
  Showcase,
  SignalMessage,
  TextPart,
} from '@parley/amf'

/** Message builders, named as in AMF (docs/messages.md). They return plain data. */

/** Combines text, parts and chips in the given order: `message('Shall we?', chips('Yes', 'No'))`. */
export function message(...content: (string | Part | Chip[])[]): ContentMessage {
  const parts = content.flatMap((one): Part[] => {
    if (Array.isArray(one)) return []
    return [typeof one === 'string' ? text(one) : one]
  })
  const chipsOf = content.flatMap((one) => (Array.isArray(one) ? one : []))
  return { spec: 'amf/1', parts, ...(chipsOf.length > 0 && { chips: chipsOf }) }
}

/** A typing indicator or read receipt instead of content. */
export function signal(name: SignalMessage['signal']): SignalMessage {
  return { spec: 'amf/1', signal: name }
}

/** A plain string becomes a quick reply. */
export function chips(...list: (string | Chip)[]): Chip[] {
  return list.map((one) => (typeof one === 'string' ? { label: one } : one))
}

/** One builder for each kind of chip. */
export const chip = {
  reply: (label: string, value?: string): Chip => ({ label, ...(value !== undefined && { value }) }),
  url: (label: string, url: string): Chip => ({ label, kind: 'url', url }),
  dial: (label: string, phone: string): Chip => ({ label, kind: 'dial', phone }),
  calendar: (label: string, event: CalendarEvent): Chip => ({ label, kind: 'calendar', event }),
  viewLocation: (label: string, place: Place): Chip => ({ label, kind: 'viewLocation', place }),
  shareLocation: (label: string): Chip => ({ label, kind: 'shareLocation' }),
}

/** Supports CommonMark's bold, italic, strikethrough, links and lists. */
export function text(words: string): TextPart {
  return { type: 'text', text: words }
}

type Of<P extends Part, Named extends keyof P = never> = Omit<P, 'type' | Named>

export function media(url: string, more: Of<MediaPart, 'url'> = {}): MediaPart {
  return { type: 'media', url, ...more }
}

export function card(shown: Card): CardPart {
  return { type: 'card', card: shown }
}

export function carousel(...cards: Card[]): CarouselPart {
  return { type: 'carousel', cards }
}

type Asked = 'intentId' | 'prompt'

/** Questions: the answer arrives as a result under the given id. */
export const ask = {
  choice: (intentId: string, prompt: string, more: Of<AskChoice, Asked>): AskChoice => ({
    ...{ type: 'ask.choice', intentId, prompt },
    ...more,
  }),
  time: (intentId: string, prompt: string, more: Of<AskTime, Asked>): AskTime => ({
    ...{ type: 'ask.time', intentId, prompt },
    ...more,
  }),
  location: (intentId: string, prompt: string): AskLocation => ({ type: 'ask.location', intentId, prompt }),
}

/** `picker('size', 'Which size?', { s: 'Small', l: 'Large' })`: a shorthand for `ask.choice`. */
export function picker(intentId: string, prompt: string, labels: Record<string, string>): AskChoice {
  return ask.choice(intentId, prompt, { options: Object.entries(labels).map(([id, label]) => ({ id, label })) })
}

export function confirm(intentId: string, prompt: string, more: Of<Confirm, Asked> = {}): Confirm {
  return { type: 'confirm', intentId, prompt, ...more }
}

export function showcase(intentId: string, prompt: string, items: Showcase['items']): Showcase {
  return { type: 'showcase', intentId, prompt, items }
}

export const share = {
  event: (event: CalendarEvent, more: Of<ShareEvent, 'event'> = {}): ShareEvent => ({
    ...{ type: 'share.event', event },
    ...more,
  }),
  place: (place: Place, more: Of<SharePlace, 'place'> = {}): SharePlace => ({
    ...{ type: 'share.place', place },
    ...more,
  }),
  contact: (contact: Contact, more: Of<ShareContact, 'contact'> = {}): ShareContact => ({
    ...{ type: 'share.contact', contact },
    ...more,
  }),
}

/** A native payload for one channel, and the fallback that all other channels show. */
export function native(
  channel: NativePart['channel'],
  payload: NativePart['payload'],
  fallback: NativePart['fallback'],
): NativePart {
  return { type: 'native', channel, payload, fallback }
}

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

export function card(content: Card): CardPart {
  return { type: 'card', card: content }
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

/** A message in AML, which the gateway compiles. */
export type AmlMessage = { aml: string }

/**
 * Builds AML with embedded values: aml`Hello ${name}, shall we? [[chips: Yes | No]]`. The template text is raw AML,
 * including backslashes; a value is shown verbatim and never opens a marker, wherever it appears. An AML message is
 * inserted as AML.
 */
export function aml(source: TemplateStringsArray, ...values: (string | number | AmlMessage)[]): AmlMessage {
  const pieces = source.raw.map((raw) => raw.replace(/\\(?=[`$])/g, ''))
  let depth = 0
  const written = pieces.map((piece, at) => {
    depth = depthAfter(piece, depth)
    const value = values[at]
    if (value === undefined) return piece
    if (typeof value === 'object') return piece + value.aml
    if (depth > 0) return piece + escapeForMarker(String(value))
    return piece + separateValue(escapeForText(String(value), /(^|\n)[ \t]*$/.test(piece)), pieces[at + 1] ?? '')
  })
  return { aml: written.join('') }
}

/** Returns the number of open markers; a carousel contains others. */
function depthAfter(piece: string, before: number): number {
  let depth = before
  for (const [found] of piece.matchAll(/\\\[\[|\\.|\[\[|\]\]/gs)) {
    if (found === '[[') depth += 1
    if (found === ']]' && depth > 0) depth -= 1
  }
  return depth
}

/** Each of these characters would split a field, a row or the marker. */
function escapeForMarker(value: string): string {
  return value.replace(/[\\|[\]~=,>#:]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

const markdown = /[\\`*_[\]<>~()!#]/g
const listSign = /^([ \t]*\d{0,9})([-+=•.)])/

function escapeForText(value: string, startsLine: boolean): string {
  const lines = value.split(/\r\n|\r|\n/).map((line, at) => {
    const escaped = line.replace(markdown, '\\$&')
    return at > 0 || startsLine ? escaped.replace(listSign, '$1\\$2') : escaped
  })
  return lines.join('\n')
}

/** A value that ends in a bracket or a backslash would merge with the marker that follows. */
function separateValue(written: string, next: string): string {
  const joins = (written.endsWith('[') && next.startsWith('[')) || (written.endsWith('\\') && next.startsWith('[['))
  return joins ? `${written} ` : written
}

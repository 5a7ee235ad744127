import { type BubbleView, type Channel, ContentMessage, mediaKindOf, render, type SmsSize } from '@parley/amf'

export type { Channel }
export type BubbleDeliveryState = 'pending' | 'sent' | 'delivered' | 'read' | 'failed'

/** One line on the phone: a message of the agent or the person, or a note between them. */
export type HandsetBubble = {
  id: string
  from: 'agent' | 'person' | 'note'
  /** All of its text, without formatting marks. */
  plain: string
  /** The content to draw; a note has only text. */
  view?: BubbleView
  messageId?: string
  sms?: SmsSize
  at?: string
  delivery?: BubbleDeliveryState
  /** Why delivery failed. */
  error?: string
  /** From before this conversation. */
  earlier?: boolean
  /** For notes: a simulated effect, a warning, a new day, or a note that only members of the desk see. */
  tone?: 'effect' | 'warning' | 'day' | 'team'
}

/** A tap on one option, or on several of a multiple-choice list. */
export type TapEvent = { messageId: string; indexes: number[]; labels: string[] }

type BubbleContext = Pick<HandsetBubble, 'at' | 'delivery' | 'error' | 'earlier'>
type Message = BubbleContext & { messageId: string }
/** A message from the renderer or the API. Test results that an older version stored have no view. */
export type RenderedBubbles = readonly { text: string; view?: BubbleView; sms?: object }[]

export function toRenderedBubbles(messages: RenderedBubbles, { messageId, ...about }: Message): HandsetBubble[] {
  return messages.map(({ text, view, sms }, index) => ({
    id: `${messageId}.${index}`,
    from: 'agent',
    plain: text,
    view: view ?? textView(text),
    messageId,
    ...(isSize(sms) && { sms }),
    ...(index === messages.length - 1 ? about : { at: about.at }),
  }))
}

/** Bubbles of an AMF message; falls back to its text if it cannot be rendered. */
export function toAmfBubbles(message: unknown, about: Message & { channel: Channel }, text = ''): HandsetBubble[] {
  const { channel, ...rest } = about
  const parsed = ContentMessage.safeParse(message)
  if (!parsed.success) return [createAgentTextBubble(text, rest)]
  return toRenderedBubbles(render(parsed.data, { channel, messageId: about.messageId }).messages, rest)
}

/** A plain text bubble of the agent, if only the text is available. */
export function createAgentTextBubble(text: string, { messageId, ...about }: Message): HandsetBubble {
  return { id: messageId, from: 'agent', plain: text, view: textView(text), messageId, ...about }
}

type PersonInput = BubbleContext & {
  id: string
  text: string
  messageId?: string
  media?: { url: string; mediaType?: string }
}

export function createPersonBubble({ id, text, media, ...about }: PersonInput): HandsetBubble {
  return { id, from: 'person', plain: text, view: media ? mediaView(media, text) : textView(text), ...about }
}

export function createNoteBubble(id: string, plain: string, tone?: HandsetBubble['tone']): HandsetBubble {
  return { id, from: 'note', plain, ...(tone && { tone }) }
}

const textView = (text: string): BubbleView => ({ kind: 'text', text: [{ text }], chips: [] })

function mediaView(
  { url, mediaType = guessMediaType(url) }: NonNullable<PersonInput['media']>,
  text: string,
): BubbleView {
  const name = URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : ''
  const media = { url, mediaType, kind: mediaKindOf(mediaType), name: name || url }
  return { kind: 'media', media, ...(text !== '' && { text: [{ text }] }), chips: [] }
}

function guessMediaType(url: string): string {
  if (/\.(png|jpe?g|gif|webp|avif)(\?|#|$)/i.test(url)) return 'image/*'
  return /\.(mp4|webm|mov)(\?|#|$)/i.test(url) ? 'video/*' : 'application/octet-stream'
}

function isSize(sms: object | undefined): sms is SmsSize {
  return sms !== undefined && ['segments', 'units', 'encoding'].every((key) => key in sms)
}

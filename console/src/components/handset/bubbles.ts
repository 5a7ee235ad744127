import { type Channel, ContentMessage, type RenderResult, render, type SmsSize } from '@parley/amf'
import type { HandsetBubble } from './bubble.ts'
import { type RenderedMessage, toMessageView } from './message-view.ts'
import { toMediaViews } from './payload.ts'

type BubbleContext = Pick<HandsetBubble, 'at' | 'delivery' | 'error' | 'earlier'>
type Message = BubbleContext & { channel: Channel; messageId: string }
type ShownMessage = RenderedMessage & { sms?: object }

/** Bubbles of a rendered message, from `render` or from the API, which includes no affordances. */
export function renderedBubbles(
  messages: readonly ShownMessage[],
  { channel, messageId, ...about }: Message,
  affordances?: RenderResult['affordances'],
): HandsetBubble[] {
  return messages.map((message, index) => ({
    ...toMessageView(message, { channel, messageId, affordances }),
    id: `${messageId}.${index}`,
    from: 'agent',
    plain: message.text,
    messageId,
    ...(isSize(message.sms) && { sms: message.sms }),
    ...(index === messages.length - 1 ? about : { at: about.at }),
  }))
}

/** Bubbles of an AMF message; falls back to its text if it cannot be rendered. */
export function amfBubbles(message: unknown, about: Message, text = ''): HandsetBubble[] {
  const parsed = ContentMessage.safeParse(message)
  if (!parsed.success) return [agentTextBubble(text, about)]
  const { messages, affordances } = render(parsed.data, { channel: about.channel, messageId: about.messageId })
  return renderedBubbles(messages, about, affordances)
}

/** A plain text bubble of the agent, if only the text is available. */
export function agentTextBubble(text: string, { messageId, channel: _, ...about }: Message): HandsetBubble {
  return { id: messageId, from: 'agent', plain: text, text: [{ text }], messageId, ...about }
}

type PersonInput = BubbleContext & {
  id: string
  text: string
  messageId?: string
  media?: { url: string; mediaType?: string }
}

export function personBubble({ id, text, media, ...about }: PersonInput): HandsetBubble {
  const files = toMediaViews(media?.url, media?.mediaType)
  return {
    id,
    from: 'person',
    plain: text,
    ...(text !== '' && { text: [{ text }] }),
    ...(files.length > 0 && { media: files }),
    ...about,
  }
}

export function noteBubble(id: string, plain: string, tone?: HandsetBubble['tone']): HandsetBubble {
  return { id, from: 'note', plain, ...(tone && { tone }) }
}

function isSize(sms: object | undefined): sms is SmsSize {
  return sms !== undefined && ['segments', 'units', 'encoding'].every((key) => key in sms)
}

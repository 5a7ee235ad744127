import { type Channel, ContentMessage, type Rendered, render, type SmsSize } from '@parley/amf'
import type { Bubble } from './bubble.ts'
import { mediaOf } from './payload.ts'
import { type Shown, viewOf } from './view.ts'

type About = Pick<Bubble, 'at' | 'delivery' | 'error' | 'earlier'>
type Message = About & { channel: Channel; messageId: string }
type ShownMessage = Shown & { sms?: object }

/** The bubbles of a message that was rendered: by `render`, or by the API, which tells of no affordances. */
export function bubblesOf(
  messages: readonly ShownMessage[],
  { channel, messageId, ...about }: Message,
  affordances?: Rendered['affordances'],
): Bubble[] {
  return messages.map((shown, place) => ({
    ...viewOf(shown, { channel, messageId, affordances }),
    id: `${messageId}.${place}`,
    from: 'agent',
    plain: shown.text,
    messageId,
    ...(isSize(shown.sms) && { sms: shown.sms }),
    ...(place === messages.length - 1 ? about : { at: about.at }),
  }))
}

/** The bubbles of a message as AMF; what cannot be rendered is shown by its words alone. */
export function bubblesOfAmf(message: unknown, about: Message, words = ''): Bubble[] {
  const parsed = ContentMessage.safeParse(message)
  if (!parsed.success) return [agentWords(words, about)]
  const { messages, affordances } = render(parsed.data, { channel: about.channel, messageId: about.messageId })
  return bubblesOf(messages, about, affordances)
}

/** Words of the agent, where nothing more is known of them. */
export function agentWords(words: string, { messageId, channel: _, ...about }: Message): Bubble {
  return { id: messageId, from: 'agent', plain: words, text: [{ text: words }], messageId, ...about }
}

type Said = About & { id: string; text: string; messageId?: string; media?: { url: string; mediaType?: string } }

/** What a person wrote, tapped or sent. */
export function personBubble({ id, text, media, ...about }: Said): Bubble {
  const files = mediaOf(media?.url, media?.mediaType)
  return {
    id,
    from: 'person',
    plain: text,
    ...(text !== '' && { text: [{ text }] }),
    ...(files.length > 0 && { media: files }),
    ...about,
  }
}

export function noteBubble(id: string, plain: string, tone?: Bubble['tone']): Bubble {
  return { id, from: 'note', plain, ...(tone && { tone }) }
}

function isSize(sms: object | undefined): sms is SmsSize {
  return sms !== undefined && ['segments', 'units', 'encoding'].every((key) => key in sms)
}

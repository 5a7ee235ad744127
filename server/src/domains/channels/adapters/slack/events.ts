import { z } from 'zod'
import type { InboundContent, InboundContentBody, ParsedCall } from '../../adapter.ts'
import { ProviderId, ProviderText } from '../schemas.ts'
import { formatSlackConversationId, formatSlackMessageId, parseSlackTime } from './conversation.ts'
import { isSlackFile } from './files.ts'
import { decodeSlackText } from './text.ts'

const SlackFile = z.object({
  url_private: ProviderText.optional(),
  mimetype: ProviderText.optional(),
  name: ProviderText.nullish(),
})
type SlackFile = z.infer<typeof SlackFile>

const Message = z.object({
  type: z.enum(['message', 'app_mention']),
  subtype: z.string().optional(),
  channel: ProviderId,
  user: ProviderId,
  text: ProviderText.default(''),
  ts: ProviderId,
  thread_ts: ProviderId.optional(),
  bot_id: z.string().nullish(),
  files: z.array(z.unknown()).default([]),
})
type Message = z.infer<typeof Message>

const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('url_verification'), challenge: z.string() }),
  z.object({
    type: z.literal('event_callback'),
    event: Message,
    authorizations: z.array(z.object({ user_id: z.string().nullish() })).catch([]),
  }),
])

/** Of the kinds of messages that Slack tells apart, those in which a person says something new. */
const contentSubtypes = new Set([undefined, 'file_share', 'thread_broadcast', 'me_message'])

export function parseEvent(body: unknown): ParsedCall {
  const { data } = Event.safeParse(body)
  if (!data) return { inbounds: [] }
  if (data.type === 'url_verification') {
    return { answer: { status: 200, type: 'text/plain', body: data.challenge }, inbounds: [] }
  }
  const ours = data.authorizations.flatMap(({ user_id }) => user_id ?? [])
  return { inbounds: isPersonMessage(data.event, ours) ? toEventInbounds(data.event, ours) : [] }
}

function isPersonMessage({ subtype, bot_id, user }: Message, ours: readonly string[]): boolean {
  return contentSubtypes.has(subtype) && !bot_id && !ours.includes(user)
}

/**
 * Slack tells of a message again when it has not heard from us, and twice of one that names the app in a channel: by its
 * time it is the same every time, by the id of the event it is not.
 */
function toEventInbounds(message: Message, ours: readonly string[]): InboundContent[] {
  const { channel, user, ts, thread_ts } = message
  const id = formatSlackMessageId(channel, ts)
  return contentsOf(message, ours).map((content, index) => ({
    kind: 'content',
    id: index === 0 ? id : `${id}/${index}`,
    from: user,
    conversationId: formatSlackConversationId({ channel, threadTs: thread_ts }),
    at: parseSlackTime(ts),
    content,
  }))
}

function contentsOf(message: Message, ours: readonly string[]): InboundContentBody[] {
  const files = message.files.flatMap((file) => SlackFile.safeParse(file).data ?? [])
  const [first, ...others] = files.flatMap(mediaOf)
  const text = [decodeSlackText(stripOwnMention(message.text, ours)), ...files.flatMap(linkOf)]
    .filter(Boolean)
    .join('\n')
  if (first) return [{ ...first, ...(text && { text }) }, ...others]
  return text ? [{ type: 'text', text }] : []
}

type Media = Extract<InboundContentBody, { type: 'media' }>

function mediaOf({ url_private: reference, mimetype, name }: SlackFile): Media[] {
  if (!reference || !isSlackFile(reference)) return []
  return [{ type: 'media', reference, ...(mimetype && { mediaType: mimetype }), ...(name && { name }) }]
}

/** A file that stands elsewhere is a link: our token is shown to nobody but Slack. */
function linkOf({ url_private: url }: SlackFile): string[] {
  return url && !isSlackFile(url) ? [url] : []
}

/** Whoever calls the app in a channel begins with its name. */
function stripOwnMention(text: string, ours: readonly string[]): string {
  const [, user, rest] = /^\s*<@([^<>|]+)(?:\|[^<>]*)?>\s*(.*)$/s.exec(text) ?? []
  return user && ours.includes(user) ? (rest ?? '') : text
}

import { z } from 'zod'
import {
  type AdapterBinding,
  type AdapterTools,
  DispatchFailedError,
  type InboundContent,
  type InboundContentBody,
  type ParsedCall,
  type ProviderCall,
} from '../../adapter.ts'
import { toStatusFailure } from '../call.ts'
import { ProviderId, ProviderText, parseJsonBytes, verifySignature } from '../webhook-request.ts'
import { formatSlackConversationId, formatSlackMessageId, parseSlackTime } from './send.ts'

/** The token that opens a file is sent only to Slack, whatever URL an event contains. */
function isSlackFile(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && (hostname === 'slack.com' || hostname.endsWith('.slack.com'))
}

export async function openMedia(reference: string, { auth }: AdapterBinding, tools: AdapterTools): Promise<Response> {
  if (!isSlackFile(reference)) throw new DispatchFailedError('rejected', 'The file is not stored at Slack')
  const headers = { authorization: `Bearer ${auth.botToken}` }
  // Slack redirects a token without permission to read files to the sign-in page, which is not the file.
  const response = await tools.fetch(buildFileUrl(reference, tools), {
    headers,
    redirect: 'manual',
    signal: tools.signal,
  })
  if (response.ok) return response
  await response.body?.cancel()
  const status = response.status < 400 ? 403 : response.status
  throw toStatusFailure('Slack', { status, headers: response.headers, text: '', json: undefined }, tools.world.now())
}

/** If Slack's API base URL is overridden, its files are fetched from there too. */
function buildFileUrl(reference: string, { apis }: AdapterTools): string {
  const { pathname, search } = new URL(reference)
  return apis.slack ? `${apis.slack}${pathname}${search}` : reference
}

/** Slack's recommendation, applied in both directions. */
const signatureMaxAgeSeconds = 300

export function verify(
  { headers, body }: ProviderCall,
  { auth }: AdapterBinding,
  { world }: AdapterTools,
): string | undefined {
  const timestamp = headers['x-slack-request-timestamp'] ?? ''
  if (!/^\d{1,12}$/.test(timestamp)) return 'there is no timestamp'
  const ageSeconds = world.now().getTime() / 1000 - Number(timestamp)
  if (Math.abs(ageSeconds) > signatureMaxAgeSeconds) return 'the timestamp is not current'
  const [version, signature] = (headers['x-slack-signature'] ?? '').split('=')
  const seal = { algorithm: 'sha256', key: auth.signingSecret ?? '', encoding: 'hex' } as const
  if (version === 'v0' && verifySignature(seal, signature, `v0:${timestamp}:`, body)) return undefined
  return 'the signature does not match the signing secret'
}

/**
 * Restores the text that the person typed from Slack's encoding: `&lt;`, `<https://example.com|example.com>`,
 * `<#C1|general>`.
 */
function decodeSlackText(text: string): string {
  return text
    .replace(/<([^<>|]+)(?:\|([^<>]*))?>/g, decodeMention)
    .replace(/&(amp|lt|gt);/g, (entity) => entities[entity] ?? entity)
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

function decodeMention(_whole: string, target: string, label: string | undefined): string {
  const mark = target.charAt(0)
  if (mark === '@' || mark === '#') return mark + (label || target.slice(1))
  if (mark === '!') return label || `@${target.slice(1).split('^')[0]}`
  return target.replace(/^(mailto|tel):/, '')
}

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

/** The Slack message subtypes that carry new content from a person. */
const contentSubtypes = new Set([undefined, 'file_share', 'thread_broadcast', 'me_message'])

function parseEvent(body: unknown): ParsedCall {
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
 * Slack repeats an event that we did not acknowledge, and sends two events for a message that mentions the app in a
 * channel. The message timestamp is the same in all of them; the event id is not.
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

/** A file hosted elsewhere becomes a link: our token is sent only to Slack. */
function linkOf({ url_private: url }: SlackFile): string[] {
  return url && !isSlackFile(url) ? [url] : []
}

/** A message to the app in a channel starts with a mention of the app. */
function stripOwnMention(text: string, ours: readonly string[]): string {
  const [, user, rest] = /^\s*<@([^<>|]+)(?:\|[^<>]*)?>\s*(.*)$/s.exec(text) ?? []
  return user && ours.includes(user) ? (rest ?? '') : text
}

const Label = z.object({ text: ProviderText }).optional().catch(undefined)
const Option = z.object({ value: ProviderText, text: Label })

const Action = z.object({
  action_id: ProviderId,
  action_ts: ProviderId,
  value: ProviderText.optional(),
  text: Label,
  selected_option: Option.nullish(),
  selected_options: z.array(Option).optional(),
})
type Action = z.infer<typeof Action>

const BlockActions = z.object({
  type: z.literal('block_actions'),
  user: z.object({ id: ProviderId }),
  container: z.object({ message_ts: ProviderId, channel_id: ProviderId, thread_ts: ProviderId.optional() }),
  actions: z.array(z.unknown()),
})
type BlockActions = z.infer<typeof BlockActions>

/** Parses a tap on one of our buttons or a row picked from a select. */
function parseActions(payload: unknown): ParsedCall {
  const { data } = BlockActions.safeParse(payload)
  if (!data) return { inbounds: [] }
  return { inbounds: data.actions.flatMap((action) => toActionInbounds(data, Action.safeParse(action).data)) }
}

function toActionInbounds({ user, container }: BlockActions, action: Action | undefined): InboundContent[] {
  const content = action && tapOf(action)
  if (!content) return []
  const { message_ts, channel_id: channel, thread_ts: threadTs } = container
  return [
    {
      kind: 'content',
      id: [channel, message_ts, action.action_id, action.action_ts].join('/'),
      from: user.id,
      conversationId: formatSlackConversationId({ channel, threadTs }),
      at: parseSlackTime(action.action_ts),
      content,
    },
  ]
}

function tapOf({ value, text, selected_option, selected_options }: Action): InboundContentBody | undefined {
  const [first, ...others] = selected_option ? [selected_option] : (selected_options ?? [])
  if (first) {
    const also = others.map((option) => option.value)
    const label = first.text?.text
    return { type: 'tap', postback: first.value, label, picked: true, ...(also.length > 0 && { also }) }
  }
  return value === undefined ? undefined : { type: 'tap', postback: value, label: text?.text }
}

/** Events arrive as JSON, taps as a form that contains JSON; both use the same URL. */
export function parse({ headers, body }: ProviderCall): ParsedCall {
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return parseEvent(parseJsonBytes(body))
  const payload = new URLSearchParams(body.toString()).get('payload') ?? ''
  return parseActions(parseJsonBytes(Buffer.from(payload)))
}

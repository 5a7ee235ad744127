import { createHash } from 'node:crypto'
import { parsePostback } from '@parley/amf'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { InboundContentBody, LiveBinding } from '../../channels/index.ts'
import type { InboundMessage } from '../event.ts'
import type { InboundDeps } from './deps.ts'
import type { AffordanceTap, ResolvedContent } from './interpret-content.ts'

/** Placeholder in a message text for a file that could not be opened. */
const formatUnopenedFile = (name: string | undefined): string =>
  name ? `[A file that could not be opened: ${name}]` : '[A file that could not be opened]'

const placeholder = /(?:^|\n)\[A file that could not be opened(?:: ([^\n]*))?\]$/

type UnopenedFile = {
  /** The text that the person sent with it. */
  text?: string
  name?: string
}

/** Parses a text that ends with the placeholder; undefined for any other text. */
export function parseUnopenedFile(text: string): UnopenedFile | undefined {
  const found = placeholder.exec(text)
  if (!found) return undefined
  const written = text.slice(0, found.index).trim()
  return { ...(written && { text: written }), ...(found[1] && { name: found[1] }) }
}

/** Providers pass on raw input from phones; the database stores neither NUL nor lone surrogates. */
export function sanitizeStrings<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\u0000', '') as T
  if (Array.isArray(value)) return value.map(sanitizeStrings) as T
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, sanitizeStrings(member)])) as T
}

const maxIdLength = 500

/** Shortens long ids, because the length of an index entry is limited. */
export function truncatedId(id: string): string {
  return id.length <= maxIdLength ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`
}

type ResolveContentDeps = Pick<
  InboundDeps,
  'channels' | 'fetch' | 'call' | 'apis' | 'world' | 'log' | 'rehostMedia' | 'readAffordances'
>
type ContentOf<Type extends InboundContentBody['type']> = Extract<InboundContentBody, { type: Type }>
/** `id` is the provider's id of the item that contained the content. */
type InboundRef = { binding: LiveBinding; id: string }

/** The provider is waiting for our response during this time. */
const fileSeconds = 10

/** Collects everything needed to interpret the content, without an open transaction. */
export async function resolveContent(
  agent: AgentKey,
  content: InboundContentBody,
  ref: InboundRef,
  deps: ResolveContentDeps,
): Promise<ResolvedContent> {
  if (content.type === 'text') return content
  if (content.type === 'place') return { type: 'message', message: { place: content.place } }
  if (content.type === 'media') return { type: 'message', message: await resolveFile(agent, content, ref, deps) }
  const { postback, picked = false } = content
  const taps = await resolveTaps(agent, content, ref, deps)
  return { type: 'tap', taps, label: content.label ?? taps[0]?.affordance.label ?? postback, picked }
}

/** Options picked together belong to one message, which is rendered only once, however many options the call claims. */
async function resolveTaps(
  agent: AgentKey,
  content: ContentOf<'tap'>,
  { binding }: InboundRef,
  deps: ResolveContentDeps,
): Promise<AffordanceTap[]> {
  const read = [content.postback, ...(content.also ?? [])].flatMap((postback) => parsePostback(postback) ?? [])
  const messageId = read[0]?.messageId
  const original = messageId === undefined ? undefined : await deps.readAffordances(agent, messageId)
  if (messageId === undefined || original?.channel !== binding.channel) return []
  const tapped = new Set(read.filter((each) => each.messageId === messageId).map(({ tap }) => tap))
  const affordances = [...tapped].flatMap((tap) => original.affordances[tap] ?? [])
  return affordances.map((affordance) => ({ messageId, asid: original.asid, affordance }))
}

/** A file that cannot be fetched is still reported. */
async function resolveFile(
  agent: AgentKey,
  content: ContentOf<'media'>,
  ref: InboundRef,
  deps: ResolveContentDeps,
): Promise<InboundMessage> {
  const { reference, name, text } = content
  const key = `inbound ${ref.binding.id} ${ref.id} ${reference}`
  const rehosted = await deps.rehostMedia(agent, key, () => openFile(reference, ref.binding, deps))
  const url = rehosted?.url ?? (isSecureAddress(reference) ? reference : undefined)
  const mediaType = rehosted?.mediaType ?? content.mediaType
  if (url === undefined) return { text: [text, formatUnopenedFile(name)].filter(Boolean).join('\n') }
  const media = { url, ...(mediaType !== undefined && { mediaType }), ...(name !== undefined && { name }) }
  return { ...(text !== undefined && { text }), media }
}

async function openFile(reference: string, binding: LiveBinding, deps: ResolveContentDeps): Promise<Response> {
  const { fetch, call, apis, world, log } = deps
  const signal = AbortSignal.timeout(fileSeconds * 1000)
  try {
    const { openMedia } = deps.channels.requireAdapter(binding)
    return await (openMedia
      ? openMedia(reference, binding, { fetch, call, apis, world, signal })
      : fetch(reference, { signal }))
  } catch (error) {
    log.debug({ binding: binding.id, err: error }, 'a file that a person sent could not be opened')
    return new Response(null, { status: 502 })
  }
}

const isSecureAddress = (reference: string): boolean => URL.canParse(reference) && reference.startsWith('https://')

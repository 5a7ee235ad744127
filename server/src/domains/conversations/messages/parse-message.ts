import {
  type ContentMessage,
  compile,
  isSignal,
  listAmlReferences,
  type OutboundMessage,
  validateMessage,
} from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { RefusalReason, RehostMedia, SendRequest } from '../deps.ts'
import { lacksPicture, listMediaUrls, replaceMediaUrls, withDefaultPicture } from '../media/rehost-media.ts'
import { type AgentContentSource, readAgentContent } from './agent-content.ts'

export type PreparedMessage = { send: SendRequest; id: string; callerId?: string; message: OutboundMessage }

/** 24 hours: the lifetime of caller ids, receipts and waiting messages. */
export type MessageRefusal = { reason: RefusalReason; detail: string }
export type ParsedMessage = { message: OutboundMessage } | { refused: MessageRefusal }

export type ParseMessageDeps = {
  db: Db
  contents: AgentContentSource
  rehostMedia: RehostMedia
  fetch: typeof fetch
  gatewayPublicUrl: string
}

/** Longer messages are refused: no one reads them, and each channel would split them into hundreds. */
export const maxMessageLength = 100_000
const maxMedia = 30

/** Parses a message, which is AMF or `{ aml }`, and rehosts its pictures under our own URL. */
export async function parseMessage(agent: AgentKey, value: unknown, deps: ParseMessageDeps): Promise<ParsedMessage> {
  if (lengthOf(value) > maxMessageLength) return invalid(`must have at most ${maxMessageLength} characters as JSON`)
  const read = isAml(value) ? await parseAml(agent, value, deps) : parseAmf(value)
  if ('refused' in read || isSignal(read.message)) return read
  const message = lacksPicture(read.message) ? await addDefaultPicture(agent, read.message, deps) : read.message
  const addresses = listMediaUrls(message).filter((url) => !isRehosted(url, deps))
  if (addresses.length > maxMedia) return invalid(`must contain at most ${maxMedia} files`)
  return addresses.length === 0 ? { message } : rehostMessageMedia(agent, message, addresses, deps)
}

const isRehosted = (url: string, { gatewayPublicUrl }: ParseMessageDeps): boolean =>
  url.startsWith(`${gatewayPublicUrl}/media/`)

/** Gives cards without a picture the agent's default, if it is available; never fails the message. */
async function addDefaultPicture(
  agent: AgentKey,
  message: ContentMessage,
  deps: ParseMessageDeps,
): Promise<ContentMessage> {
  const { contents, db, rehostMedia, fetch } = deps
  const url = (await contents.definitions.read(db, agent)).identity.defaultCardImageUrl
  if (url === undefined) return message
  if (isRehosted(url, deps)) return withDefaultPicture(message, url)
  await agent.proof?.verify()
  const rehosted = await rehostMedia(agent, url, () => fetch(url))
  return rehosted ? withDefaultPicture(message, rehosted.url) : message
}

/** Most messages are one short text, whose length is known without serializing it. */
function lengthOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0
}

type Aml = { aml: string; id?: unknown; delivery?: unknown }

function isAml(value: unknown): value is Aml {
  return typeof value === 'object' && value !== null && 'aml' in value && typeof value.aml === 'string'
}

function parseAmf(value: unknown): ParsedMessage {
  const read = validateMessage(value)
  if (!('invalid' in read)) return read
  const { reason, errors } = read.invalid
  const detail = errors.slice(0, 3).map(({ field, message }) => `${field} ${message}`)
  return { refused: { reason, detail: detail.join('; ') } }
}

/** AML describes only the content; id and delivery are separate fields. */
async function parseAml(
  agent: AgentKey,
  { aml, id, delivery, ...rest }: Aml,
  deps: ParseMessageDeps,
): Promise<ParsedMessage> {
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) return invalid(`${unknown} is not a known field next to aml`)
  const content = listAmlReferences(aml).length > 0 ? await readAgentContent(agent, deps) : undefined
  const { message, problems } = compile(aml, { content })
  const [problem] = problems
  if (problem) return invalid(`line ${problem.line}, column ${problem.column}: ${problem.message}`)
  return parseAmf({ ...message, ...(id !== undefined && { id }), ...(delivery !== undefined && { delivery }) })
}

const invalid = (detail: string): ParsedMessage => ({ refused: { reason: 'invalidMessage', detail } })

async function rehostMessageMedia(
  agent: AgentKey,
  message: ContentMessage,
  addresses: readonly string[],
  { rehostMedia, fetch }: ParseMessageDeps,
): Promise<ParsedMessage> {
  await agent.proof?.verify()
  const rehosted = await Promise.all(
    addresses.map(async (url) => [url, await rehostMedia(agent, url, () => fetch(url))] as const),
  )
  const [lost] = rehosted.find(([, ours]) => !ours) ?? []
  if (lost !== undefined) {
    const detail = `${lost} is not an image, video, audio file or document of at most 16 MB`
    return { refused: { reason: 'mediaUnreachable', detail } }
  }
  const ours = new Map(rehosted.flatMap(([url, one]) => (one ? [[url, one] as const] : [])))
  return { message: replaceMediaUrls(message, ours) }
}

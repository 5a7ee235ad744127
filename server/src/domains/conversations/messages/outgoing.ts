import {
  type ContentMessage,
  compile,
  isSignal,
  type OutboundMessage,
  referencesIn,
  validateMessage,
} from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { KeepMedia, RefusalReason } from '../deps.ts'
import { mediaAddresses, rehosted } from '../media/rehost.ts'
import { lacksPicture, withStandIn } from '../media/stand-in.ts'
import { type AgentContents, contentOf } from './agent-content.ts'

export type Refused = { reason: RefusalReason; detail: string }
/** A message as it is kept, or why it cannot be one. */
export type Read = { message: OutboundMessage } | { refused: Refused }

export type ReadDeps = {
  db: Db
  contents: AgentContents
  keepMedia: KeepMedia
  fetch: typeof fetch
  gatewayPublicUrl: string
}

/** A message of more than that is no message; nobody reads it, and each channel would cut it in hundreds. */
export const longestMessage = 100_000
const mostMedia = 30

/** Reads what somebody wants to send: AMF, or `{ aml }`. Its pictures are under our own address after that. */
export async function readOutgoing(agent: AgentKey, value: unknown, deps: ReadDeps): Promise<Read> {
  if (lengthOf(value) > longestMessage) return invalid(`must have at most ${longestMessage} characters as JSON`)
  const read = isAml(value) ? await compiled(agent, value, deps) : validated(value)
  if ('refused' in read || isSignal(read.message)) return read
  const message = lacksPicture(read.message) ? await pictured(agent, read.message, deps) : read.message
  const addresses = mediaAddresses(message).filter((url) => !isOurs(url, deps))
  if (addresses.length > mostMedia) return invalid(`must show at most ${mostMedia} files`)
  return addresses.length === 0 ? { message } : withMedia(agent, message, addresses, deps)
}

const isOurs = (url: string, { gatewayPublicUrl }: ReadDeps): boolean => url.startsWith(`${gatewayPublicUrl}/media/`)

/** Cards without a picture get the agent's own, where that can be had: nobody's message fails for it. */
async function pictured(agent: AgentKey, message: ContentMessage, deps: ReadDeps): Promise<ContentMessage> {
  const { contents, db, keepMedia, fetch } = deps
  const url = (await contents.definitions.read(db, agent)).identity.defaultCardImageUrl
  if (url === undefined) return message
  if (isOurs(url, deps)) return withStandIn(message, url)
  await agent.proof?.prove()
  const kept = await keepMedia(agent, url, () => fetch(url))
  return kept ? withStandIn(message, kept.url) : message
}

/** Most are one short text, of which the length need not be counted by writing it out. */
function lengthOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0
}

type Aml = { aml: string; id?: unknown; delivery?: unknown }

function isAml(value: unknown): value is Aml {
  return typeof value === 'object' && value !== null && 'aml' in value && typeof value.aml === 'string'
}

function validated(value: unknown): Read {
  const read = validateMessage(value)
  if (!('invalid' in read)) return read
  const { reason, errors } = read.invalid
  const detail = errors.slice(0, 3).map(({ field, message }) => `${field} ${message}`)
  return { refused: { reason, detail: detail.join('; ') } }
}

/** AML says only what is shown; its id and delivery stand beside it. */
async function compiled(agent: AgentKey, { aml, id, delivery, ...rest }: Aml, deps: ReadDeps): Promise<Read> {
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) return invalid(`${unknown} is not a known field beside aml`)
  const content = referencesIn(aml).length > 0 ? await contentOf(agent, deps) : undefined
  const { message, problems } = compile(aml, { content })
  const [problem] = problems
  if (problem) return invalid(`line ${problem.line}, column ${problem.column}: ${problem.message}`)
  return validated({ ...message, ...(id !== undefined && { id }), ...(delivery !== undefined && { delivery }) })
}

const invalid = (detail: string): Read => ({ refused: { reason: 'invalidMessage', detail } })

async function withMedia(
  agent: AgentKey,
  message: ContentMessage,
  addresses: readonly string[],
  { keepMedia, fetch }: ReadDeps,
): Promise<Read> {
  await agent.proof?.prove()
  const kept = await Promise.all(
    addresses.map(async (url) => [url, await keepMedia(agent, url, () => fetch(url))] as const),
  )
  const [lost] = kept.find(([, ours]) => !ours) ?? []
  if (lost !== undefined) {
    const detail = `${lost} could not be read as a picture, film, sound or document of at most 16 MB`
    return { refused: { reason: 'mediaUnreachable', detail } }
  }
  const ours = new Map(kept.flatMap(([url, one]) => (one ? [[url, one] as const] : [])))
  return { message: rehosted(message, ours) }
}

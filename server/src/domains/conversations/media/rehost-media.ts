import { createHash } from 'node:crypto'
import type { Card, ContentMessage, Part } from '@parley/amf'
import { createFairSlots } from '../../../platform/fairness/slots.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  OutboundBlockedError,
  OutboundFailedError,
  ResponseTooLargeError,
  readLimited,
} from '../../../platform/outbound/index.ts'
import { generateToken } from '../../../platform/secrets/tokens.ts'
import { mediaLibrary } from '../../agents/index.ts'
import type { ConversationDeps, RehostMedia } from '../deps.ts'
import { type FetchedMedia, findFetchedMedia, insertFetchedMedia } from './queries.ts'

type Deps = Pick<ConversationDeps, 'db' | 'world' | 'gatewayPublicUrl' | 'log'>

const maxBytes = 16 * 1024 * 1024
/** Shared by all agents of the process: each fetch may buffer 16 MB. */
const maxFetches = 4

/** Stores files under our own URL: media in messages and files that people send. Each source is fetched once. */
export function createRehostMedia({ db, world, gatewayPublicUrl, log }: Deps): RehostMedia {
  const slots = createFairSlots({ slots: maxFetches, reserve: 1 })

  async function pull(
    agent: AgentKey,
    hash: Buffer,
    key: string,
    { open, name: given }: { open: () => Promise<Response>; name?: string },
  ): Promise<FetchedMedia> {
    const response = await open()
    if (!response.ok) {
      await response.body?.cancel()
      throw new OutboundFailedError(`answered ${response.status}`)
    }
    const file = {
      name: given ?? fileNameOf(key),
      bytes: await readLimited(response, maxBytes).catch(throwInterrupted),
    }
    const { name, contentType, content, sha256 } = await mediaLibrary.ingest({ file }, unused)
    const made = { name, contentType, token: generateToken(world, ''), content, sha256, hash, now: world.now() }
    await insertFetchedMedia(db, agent, made)
    return (await findFetchedMedia(db, agent, { hash, now: world.now() })) ?? made
  }

  return async (agent, key, open, name) => {
    const hash = createHash('sha256').update(key).digest()
    try {
      const inTurn = () => slots.run({ tenant: agent.orgId }, () => pull(agent, hash, key, { open, name }))
      const media = (await findFetchedMedia(db, agent, { hash, now: world.now() })) ?? (await inTurn())
      const end = encodeURIComponent([...media.name].slice(0, 60).join(''))
      return { url: `${gatewayPublicUrl}/media/${media.token}/${end}`, mediaType: media.contentType }
    } catch (error) {
      if (!isUnreachable(error)) throw error
      log.debug({ agent: agent.id, err: error }, 'a file could not be fetched')
      return undefined
    }
  }
}

/** The response was cut off. */
const throwInterrupted = (error: unknown): never => {
  throw error instanceof ResponseTooLargeError ? error : new OutboundFailedError('the connection was closed')
}

const unused = (): never => {
  throw new Error('an existing file is not fetched again')
}

/** The file does not exist, may not be fetched, is too large, or has a type that no channel displays. */
function isUnreachable(error: unknown): boolean {
  const expected = [OutboundFailedError, OutboundBlockedError, ResponseTooLargeError, Problem]
  return expected.some((kind) => error instanceof kind) || (error instanceof Error && error.name === 'TimeoutError')
}

function fileNameOf(key: string): string {
  return URL.canParse(key) ? (new URL(key).pathname.split('/').at(-1) ?? 'file') : 'file'
}

type RehostedFile = { url: string; mediaType: string }

export function listMediaUrls({ parts }: ContentMessage): string[] {
  const found = new Set<string>()
  for (const part of parts) visitMediaUrls(part, (url) => found.add(url))
  return [...found]
}

function visitMediaUrls(part: Part, see: (url: string) => void): void {
  const seeAll = (entries: readonly { mediaUrl?: string }[]) => {
    for (const { mediaUrl } of entries) if (mediaUrl !== undefined) see(mediaUrl)
  }
  if (part.type === 'media') see(part.url)
  else if (part.type === 'card') seeAll([part.card])
  else if (part.type === 'carousel') seeAll(part.cards)
  else if (part.type === 'ask.choice') seeAll(part.options)
  else if (part.type === 'showcase') seeAll(part.items)
  else if (part.type === 'native') for (const inner of part.fallback) visitMediaUrls(inner, see)
}

export function replaceMediaUrls(message: ContentMessage, rehosted: ReadonlyMap<string, RehostedFile>): ContentMessage {
  return { ...message, parts: message.parts.map((part) => replacePartUrls(part, rehosted)) }
}

function replacePartUrls<P extends Part>(part: P, rehosted: ReadonlyMap<string, RehostedFile>): P
function replacePartUrls(part: Part, rehosted: ReadonlyMap<string, RehostedFile>): Part {
  const entry = <E extends { mediaUrl?: string }>(one: E): E => {
    const ours = one.mediaUrl === undefined ? undefined : rehosted.get(one.mediaUrl)
    return ours ? { ...one, mediaUrl: ours.url } : one
  }
  const card = (one: Card): Card => entry(one)
  if (part.type === 'media') {
    const ours = rehosted.get(part.url)
    return ours ? { ...part, url: ours.url, mediaType: ours.mediaType } : part
  }
  if (part.type === 'card') return { ...part, card: card(part.card) }
  if (part.type === 'carousel') return { ...part, cards: part.cards.map(card) }
  if (part.type === 'ask.choice') return { ...part, options: part.options.map(entry) }
  if (part.type === 'showcase') return { ...part, items: part.items.map(entry) }
  if (part.type === 'native')
    return { ...part, fallback: part.fallback.map((inner) => replacePartUrls(inner, rehosted)) }
  return part
}

export function lacksPicture({ parts }: ContentMessage): boolean {
  return parts.some((part) => cardsOf(part).some(({ mediaUrl }) => mediaUrl === undefined))
}

function cardsOf(part: Part): readonly { mediaUrl?: string }[] {
  if (part.type === 'card') return [part.card]
  if (part.type === 'carousel') return part.cards
  return part.type === 'showcase' ? part.items : []
}

/** Adds a picture to each card that has none. */
export function withDefaultPicture(message: ContentMessage, mediaUrl: string): ContentMessage {
  const filled = <Card extends { mediaUrl?: string }>(card: Card): Card => ({ mediaUrl, ...card })
  const parts = message.parts.map((part): Part => {
    if (part.type === 'card') return { ...part, card: filled(part.card) }
    if (part.type === 'carousel') return { ...part, cards: part.cards.map(filled) }
    return part.type === 'showcase' ? { ...part, items: part.items.map(filled) } : part
  })
  return { ...message, parts }
}

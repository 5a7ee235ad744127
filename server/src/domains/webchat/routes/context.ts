import type { IncomingMessage } from 'node:http'
import type { AgentFact } from '@parley/definition'
import { LruCache } from '@parley/findings'
import { clientFrameLimits, type WidgetTheme } from '@parley/webchat-protocol'
import type { FastifyRequest } from 'fastify'
import { type Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { matchesOrigin } from '../../../platform/origins.ts'
import { hashToken } from '../../../platform/secrets/tokens.ts'
import type { World } from '../../../platform/world.ts'
import type { Chat, VisitorChat, WebchatDeps } from '../deps.ts'
import { touchVisitor } from '../queries/visitors.ts'

/** Returns whether one more is allowed now. */
type ChatRateLimiter = (name: string) => boolean

const maxKeys = 10_000

/**
 * Limits the number of calls per name and interval, in this process only, which is enough against a runaway browser.
 */
function createChatRateLimiter(world: World, { most, perMs }: { most: number; perMs: number }): ChatRateLimiter {
  const counts = new Map<string, { count: number; until: number }>()
  return (name) => {
    const now = world.now().getTime()
    const known = counts.get(name)
    if (known && known.until > now) return ++known.count <= most
    if (counts.size >= maxKeys) evictExpired(counts, now)
    counts.set(name, { count: 1, until: now + perMs })
    return true
  }
}

function evictExpired(counts: Map<string, { until: number }>, now: number): void {
  for (const [name, { until }] of counts) if (until <= now) counts.delete(name)
  if (counts.size >= maxKeys) counts.clear()
}

type ChatTheme = Omit<WidgetTheme, 'state'>
type ReadChatTheme = (agent: AgentKey) => Promise<ChatTheme>

const freshMs = 30_000
const maxThemes = 1_000

/** Requested with every view of every page with a chat, so it is cached briefly. */
function createThemeCache({
  db,
  world,
  definitions,
}: Pick<WebchatDeps, 'db' | 'world' | 'definitions'>): ReadChatTheme {
  const known = new LruCache<number, { theme: ChatTheme; until: number }>(maxThemes)
  return async (agent) => {
    const now = world.now().getTime()
    const remembered = known.get(agent.key)
    if (remembered && remembered.until > now) return remembered.theme
    const { agent: profile, identity, facts } = await definitions.read(db, agent)
    const { brandColor, smallLogoUrl: logoUrl } = identity
    const theme = { name: profile.name, brandColor, logoUrl, ...listStarters(facts) }
    known.set(agent.key, { theme, until: now + freshMs })
    return theme
  }
}

const maxStarters = 4
/** Longer questions are not easy to take in on a chip. */
const maxStarterLength = 60

/** The first questions that the agent has Facts for, in every playbook. */
function listStarters(facts: readonly AgentFact[]): Pick<ChatTheme, 'starters'> {
  const starters = facts
    .filter(({ enabled, confirmed, scope }) => enabled !== false && confirmed !== false && !scope)
    .map(({ question }) => question.trim())
    .filter((question) => question.length <= maxStarterLength)
    .slice(0, maxStarters)
  return starters.length > 0 ? { starters } : {}
}

/** State shared by all web chat routes of one server. */
export type WebchatContext = WebchatDeps & {
  readTheme: ReadChatTheme
  /** Limits all frames of one visitor's browsers. */
  frameLimiter: ChatRateLimiter
  /** Limits one visitor's messages to the agent. */
  messageLimiter: ChatRateLimiter
  /** Limits new visitors per network address. */
  visitorLimiter: ChatRateLimiter
  /** Limits one visitor's files. */
  fileLimiter: ChatRateLimiter
  /** Limits files per network address. */
  networkFileLimiter: ChatRateLimiter
  /** The server is shutting down: waiting requests get an answer. */
  closing: AbortSignal
}

export function createWebchatContext(deps: WebchatDeps, closing: AbortSignal): WebchatContext {
  return {
    ...deps,
    closing,
    readTheme: createThemeCache(deps),
    frameLimiter: createChatRateLimiter(deps.world, { most: 300, perMs: 10_000 }),
    messageLimiter: createChatRateLimiter(deps.world, { most: clientFrameLimits.saysPerTenSeconds, perMs: 10_000 }),
    visitorLimiter: createChatRateLimiter(deps.world, { most: 120, perMs: 60_000 }),
    fileLimiter: createChatRateLimiter(deps.world, { most: clientFrameLimits.filesPerTenMinutes, perMs: 600_000 }),
    networkFileLimiter: createChatRateLimiter(deps.world, { most: 100, perMs: 600_000 }),
  }
}

/** Finds the chat that a public URL names, whether or not it is enabled. */
export async function findChat({ channels }: WebchatDeps, bindingId: string): Promise<Chat | undefined> {
  const found = bindingId.length <= 100 ? await channels.findById(bindingId) : undefined
  return found?.binding.channel === 'webchat' ? found : undefined
}

/** `corsOrigin`: whose pages may read the response. */
export type OriginCheck = { isAllowed: boolean; corsOrigin?: string }

/**
 * Checks the origin of a request. Pages of the gateway itself are always allowed: no other site can frame them. Browsers
 * omit the header only where such a page reads.
 */
export function checkOrigin({ binding }: Chat, { headers, method }: IncomingMessage): OriginCheck {
  const { allowedOrigins, callbackUrl } = binding
  if (!allowedOrigins) return { isAllowed: true, corsOrigin: '*' }
  const { origin, host, upgrade, 'sec-fetch-site': site = 'same-origin' } = headers
  if (origin === undefined)
    return { isAllowed: method === 'GET' && !upgrade && /^(?:same-origin|none)$/.test(String(site)) }
  if (matchesOrigin(allowedOrigins, origin)) return { isAllowed: true, corsOrigin: origin }
  const gateway = URL.canParse(callbackUrl) ? new URL(callbackUrl).origin : undefined
  return { isAllowed: [gateway, `https://${host}`, `http://${host}`].includes(origin) }
}

export function isChatOpen({ binding }: Chat): boolean {
  return binding.status === 'Active'
}

export async function findVisitor(
  { db, world }: WebchatDeps,
  { agent }: Chat,
  token: string,
): Promise<string | undefined> {
  return touchVisitor(db, agent, hashToken(token), world.now())
}

/**
 * Identifies the visitor by the token in the header. There are no cookies, so another site's page has nothing to
 * misuse.
 */
export async function requireVisitorChat(
  context: WebchatContext,
  chat: Chat,
  request: FastifyRequest,
): Promise<VisitorChat> {
  const token = readBearerToken(request)
  const visitor = token && (await findVisitor(context, chat, token))
  if (!visitor) throw problem('auth.unauthenticated', 401)
  return { ...chat, visitor }
}

export function readBearerToken({ headers }: FastifyRequest): string | undefined {
  return /^bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

export function tooMany(seconds: number): Problem {
  return problem('request.rate_limited', 429, {}, { 'retry-after': String(seconds) })
}

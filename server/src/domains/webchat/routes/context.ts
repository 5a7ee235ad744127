import type { AgentFact } from '@parley/definition'
import { LruCache } from '@parley/findings'
import { clientFrameLimits, type WidgetTheme } from '@parley/webchat-protocol'
import type { FastifyRequest } from 'fastify'
import { notFound, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
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
  }
}

/** Finds the chat that a public URL names, whether or not it is enabled. */
export async function findChat({ channels }: WebchatDeps, bindingId: string): Promise<Chat | undefined> {
  const found = bindingId.length <= 100 ? await channels.findById(bindingId) : undefined
  return found?.binding.channel === 'webchat' ? found : undefined
}

export async function requireChat(deps: WebchatDeps, bindingId: string): Promise<Chat> {
  const chat = await findChat(deps, bindingId)
  if (!chat) throw notFound()
  return chat
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
export async function requireVisitorChat(context: WebchatContext, request: FastifyRequest): Promise<VisitorChat> {
  const { bindingId } = request.params as { bindingId: string }
  const chat = await requireChat(context, bindingId)
  const token = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const visitor = token && (await findVisitor(context, chat, token))
  if (!visitor) throw problem('auth.unauthenticated', 401)
  return { ...chat, visitor }
}

import { limits } from '@parley/webchat-protocol'
import type { FastifyRequest } from 'fastify'
import { notFound, problem } from '../../../platform/http/problem.ts'
import { hashToken } from '../../../platform/secrets/tokens.ts'
import type { Chat, VisitorChat, WebchatDeps } from '../deps.ts'
import { type LookOf, looks } from '../look.ts'
import { seeVisitor } from '../queries/visitors.ts'
import { type Rate, rateOf } from '../rate.ts'

/** What the doors of one server share. */
export type Doors = WebchatDeps & {
  lookOf: LookOf
  /** Of all that one visitor's browsers say. */
  frameRate: Rate
  /** Of what one visitor says to the agent. */
  sayRate: Rate
  /** Of one address on the network. */
  visitorRate: Rate
  /** The server closes: whoever waits is answered. */
  closing: AbortSignal
}

export function doorsOf(deps: WebchatDeps, closing: AbortSignal): Doors {
  return {
    ...deps,
    closing,
    lookOf: looks(deps),
    frameRate: rateOf(deps.world, { most: 300, perMs: 10_000 }),
    sayRate: rateOf(deps.world, { most: limits.saysPerTenSeconds, perMs: 10_000 }),
    visitorRate: rateOf(deps.world, { most: 120, perMs: 60_000 }),
  }
}

/** The chat that a public address names, open or not. */
export async function findChat({ channels }: WebchatDeps, bindingId: string): Promise<Chat | undefined> {
  const found = bindingId.length <= 100 ? await channels.find(bindingId) : undefined
  return found?.binding.channel === 'webchat' ? found : undefined
}

export async function chatOf(deps: WebchatDeps, bindingId: string): Promise<Chat> {
  const chat = await findChat(deps, bindingId)
  if (!chat) throw notFound()
  return chat
}

export function isOpen({ binding }: Chat): boolean {
  return binding.status === 'Active'
}

export async function findVisitor(
  { db, world }: WebchatDeps,
  { agent }: Chat,
  token: string,
): Promise<string | undefined> {
  return seeVisitor(db, agent, hashToken(token), world.now())
}

/** By the token in the header: there are no cookies, so that a page of somebody else has nothing to misuse. */
export async function visitorChatOf(doors: Doors, request: FastifyRequest): Promise<VisitorChat> {
  const { bindingId } = request.params as { bindingId: string }
  const chat = await chatOf(doors, bindingId)
  const token = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const visitor = token && (await findVisitor(doors, chat, token))
  if (!visitor) throw problem('auth.unauthenticated', 401)
  return { ...chat, visitor }
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { boundedText } from '@parley/findings'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { invalidRequest, problem } from '../../../platform/http/problem.ts'
import { generateToken, hashToken } from '../../../platform/secrets/tokens.ts'
import { personProfiles } from '../../people/index.ts'
import type { Chat } from '../deps.ts'
import { findLastRead } from '../queries/entries.ts'
import {
  type Browser,
  insertVisitor,
  joinChat,
  lockBrowser,
  lockVisitor,
  revokeBrowser,
  revokeVisitorToken,
} from '../queries/visitors.ts'
import { readBearerToken, type WebchatContext } from './context.ts'
import { parseJsonFrame } from './session.ts'

const storableText = boundedText({ max: 300 }).refine((text) => !/[\0\p{Cs}]/u.test(text), 'must be well-formed')

const Identification = z.strictObject({
  // It becomes an address, which has at most 200 characters.
  userId: boundedText({ min: 1, max: 180 }).refine(
    (id) => id === id.trim() && !/[\p{Cc}\p{Cs}]/u.test(id),
    'must not begin or end with a space or contain control characters',
  ),
  signature: z.string(),
  name: storableText.nullish(),
  email: storableText.nullish(),
})
type SignedUser = z.infer<typeof Identification>

/** Continues a chat as a user of the site, whom the site's own server vouches for. */
export async function handleIdentify(
  context: WebchatContext,
  chat: Chat,
  request: FastifyRequest,
): Promise<{ visitorToken: string; read: number }> {
  const parsed = Identification.safeParse(readJson(request.body))
  if (!parsed.success)
    throw invalidRequest(parsed.error.issues.map(({ path, message }) => ({ field: path.join('.') || 'body', message })))
  const user = parsed.data
  // Before anything is read: a wrong signature is answered alike, whether or not the user is known.
  if (!isSignedBy(readSecrets(chat, context.world.now()), user)) throw identityRefused()
  return signIn(context, chat, { user, token: readBearerToken(request) })
}

export async function handleSignOut(
  { db, world, notifier }: WebchatContext,
  { agent }: Chat,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const token = readBearerToken(request)
  const unknownHash = world.randomBytes(32)
  const visitor = token && (await revokeVisitorToken(db, agent, { tokenHash: hashToken(token), unknownHash }))
  if (visitor) notifier.publish({ agentKey: agent.key, visitor }, 'tokens')
  return reply.code(204).send()
}

function readJson(body: unknown): unknown {
  return Buffer.isBuffer(body) ? parseJsonFrame(body.toString('utf8')) : undefined
}

/** The newest identity secret, and during a rotation the previous one. */
function readSecrets({ binding: { auth } }: Chat, now: Date): string[] {
  const { identitySecret, previousIdentitySecret, previousIdentitySecretUntil = '' } = auth
  const isOverlapping = previousIdentitySecret && Date.parse(previousIdentitySecretUntil) > now.getTime()
  return [identitySecret, isOverlapping ? previousIdentitySecret : undefined].filter((secret) => secret !== undefined)
}

function isSignedBy(secrets: readonly string[], { userId, signature }: SignedUser): boolean {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false
  const given = Buffer.from(signature, 'hex')
  return secrets.some((secret) => timingSafeEqual(given, createHmac('sha256', secret).update(userId).digest()))
}

function identityRefused() {
  return problem('agent.webchat.identity_refused', 403, {
    detail:
      'The signature must be the HMAC-SHA256 of the userId with the identity secret of this web chat, as 64 lowercase hex digits',
  })
}

/** The address of a signed-in user on the channel; those of anonymous visitors begin with `vis_`. */
const addressOf = ({ userId }: SignedUser): string => `user:${userId}`

type SignInRequest = { user: SignedUser; token: string | undefined }

async function signIn(context: WebchatContext, { agent }: Chat, { user, token }: SignInRequest) {
  const { db, world, notifier } = context
  const chat = addressOf(user)
  const visitorToken = generateToken(world, 'wct_')
  const made = { tokenHash: hashToken(visitorToken), chat, now: world.now() }
  const { browser, read } = await inTransaction(db, async (tx) => {
    const browser = token === undefined ? undefined : await lockBrowser(tx, agent, hashToken(token))
    await insertVisitor(tx, agent, { visitor: chat, tokenHash: world.randomBytes(32), now: made.now })
    await lockVisitor(tx, agent, chat)
    const isFree = browser && (browser.chat ?? chat) === chat
    if (isFree) await joinChat(tx, agent, { ...made, browser: browser.visitor })
    else await insertVisitor(tx, agent, { ...made, visitor: world.newId('vis') })
    // The browser now shows the chat of another user, so its former token must not work any longer.
    if (browser && !isFree) await revokeBrowser(tx, agent, browser, world.randomBytes(32))
    const anonymous = browser?.chat === null ? browser.visitor : undefined
    const profile = { fullName: user.name ?? undefined, email: user.email ?? undefined }
    const deps = { ...context.people, world }
    await personProfiles.signIn(tx, agent, { channel: 'webchat', address: chat, anonymous, profile }, deps)
    return { browser, read: await findLastRead(tx, agent, chat) }
  })
  for (const visitor of listVisitors(browser)) notifier.publish({ agentKey: agent.key, visitor }, 'tokens')
  return { visitorToken, read }
}

/** Whose connections may have a token that is no longer valid. */
function listVisitors(browser: Browser | undefined): string[] {
  return browser ? [browser.chat ?? browser.visitor] : []
}

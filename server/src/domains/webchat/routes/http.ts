import {
  type ChatEntry,
  clientFrameLimits,
  readClientFrame,
  type ServerFrame,
  type WidgetTheme,
} from '@parley/webchat-protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../../platform/http/network.ts'
import { notFound, problem } from '../../../platform/http/problem.ts'
import { generateToken, hashToken } from '../../../platform/secrets/tokens.ts'
import type { Chat, VisitorChat } from '../deps.ts'
import type { ChatSignal } from '../notifier.ts'
import { findHistoryStart, listEntriesAfter } from '../queries/entries.ts'
import { insertVisitor } from '../queries/visitors.ts'
import { toChatEntry } from '../receive-message.ts'
import { checkOrigin, findChat, isChatOpen, requireVisitorChat, tooMany, type WebchatContext } from './context.ts'
import { handleFrame } from './handle-frame.ts'
import { handleIdentify, handleSignOut } from './identify.ts'
import { parseJsonFrame, readMessageId } from './session.ts'
import { beginUpload, handleUpload } from './upload.ts'

type Named = { Params: { bindingId: string } }
const maxWaitSeconds = 25
const bodyLimit = clientFrameLimits.frameBytes

/** No allowed page has more rights than another, because there are no cookies. */
const corsHeaders = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-expose-headers': 'retry-after',
  'access-control-max-age': '86400',
}

const chats = new WeakMap<FastifyRequest, Chat>()

/** Finds the chat of a request, and refuses pages of other origins than the chat allows. */
async function admit(context: WebchatContext, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { bindingId } = request.params as { bindingId: string }
  const chat = await findChat(context, bindingId)
  if (chat) chats.set(request, chat)
  const { isAllowed, corsOrigin } = chat ? checkOrigin(chat, request.raw) : { isAllowed: true, corsOrigin: '*' }
  reply.headers({ 'cache-control': 'no-store', ...(corsOrigin !== '*' && { vary: 'origin' }) })
  if (corsOrigin) reply.headers({ ...corsHeaders, 'access-control-allow-origin': corsOrigin })
  if (isAllowed) return
  const { origin = 'no origin' } = request.headers
  const detail = `This chat does not allow pages of ${origin}: add the origin under Channels, Web chat, in the console`
  throw problem('agent.webchat.origin_not_allowed', 403, { detail })
}

function requireChat(request: FastifyRequest): Chat {
  const chat = chats.get(request)
  if (!chat) throw notFound()
  return chat
}

/** Serves plain HTTP: the theme of the chat, visitor tokens, and the whole chat where WebSockets are blocked. */
export function serveHttp(app: FastifyInstance, context: WebchatContext): void {
  app.register(async (child) => {
    child.addHook('onRequest', (request, reply) => admit(context, request, reply))
    for (const path of ['/webchat/:bindingId', '/webchat/:bindingId/*'])
      child.options(path, async (_request, reply) => reply.code(204).send())
    child.get<Named>('/webchat/:bindingId', (request) => readPublicTheme(context, requireChat(request)))
    child.post<Named>('/webchat/:bindingId/visitors', { bodyLimit }, (request, reply) =>
      createVisitor(context, request, reply),
    )
    child.post('/webchat/:bindingId/identify', { bodyLimit }, async (request, reply) => {
      const chat = requireOpenChat(context, request)
      return chat ? handleIdentify(context, chat, request) : sendRefusal(reply, { refused: { reason: 'closed' } })
    })
    child.post('/webchat/:bindingId/sign-out', { bodyLimit }, (request, reply) =>
      handleSignOut(context, requireChat(request), { request, reply }),
    )
    child.get<Named>('/webchat/:bindingId/entries', (request, reply) => pollEntries(context, request, reply))
    child.post<Named>('/webchat/:bindingId/entries', { bodyLimit }, (request, reply) =>
      handleMessage(context, request, reply),
    )
    serveUploads(child, context)
  })
}

function serveUploads(app: FastifyInstance, context: WebchatContext): void {
  const visitors = new WeakMap<FastifyRequest, VisitorChat>()
  app.post(
    '/webchat/:bindingId/files',
    {
      bodyLimit: clientFrameLimits.fileBytes,
      // Before the body is read.
      async onRequest(request, reply) {
        const chat = await requireVisitorChat(context, requireChat(request), request)
        const end = beginUpload(context, chat, request)
        reply.raw.once('close', end)
        visitors.set(request, chat)
      },
    },
    (request, reply) => handleUpload(context, visitors.get(request) as VisitorChat, { request, reply }),
  )
}

/** For requests that create tokens; undefined while the chat is closed. */
function requireOpenChat(context: WebchatContext, request: FastifyRequest): Chat | undefined {
  const chat = requireChat(request)
  if (!isChatOpen(chat)) return undefined
  if (!context.visitorLimiter(`${networkOf(request.ip)} ${chat.binding.id}`)) throw tooMany(60)
  return chat
}

async function readPublicTheme(context: WebchatContext, chat: Chat): Promise<WidgetTheme> {
  return { ...(await context.readTheme(chat.agent)), state: isChatOpen(chat) ? 'open' : 'closed' }
}

async function createVisitor(context: WebchatContext, request: FastifyRequest<Named>, reply: FastifyReply) {
  const chat = requireOpenChat(context, request)
  if (!chat) return sendRefusal(reply, { refused: { reason: 'closed' } })
  const { db, world } = context
  const visitorToken = generateToken(world, 'wct_')
  const visitor = world.newId('vis')
  await insertVisitor(db, chat.agent, { visitor, tokenHash: hashToken(visitorToken), now: world.now() })
  return reply.code(201).send({ visitorToken })
}

async function pollEntries(context: WebchatContext, request: FastifyRequest<Named>, reply: FastifyReply) {
  const chat = await requireVisitorChat(context, requireChat(request), request)
  if (!context.frameLimiter(`${chat.agent.key}/${chat.visitor}`)) throw tooMany(5)
  const { after = '0', wait = '0' } = request.query as { after?: string; wait?: string }
  const disconnect = new AbortController()
  reply.raw.once('close', () => disconnect.abort())
  const query = {
    after: parseCount(after),
    waitMs: 1000 * Math.min(parseCount(wait), maxWaitSeconds),
    signal: disconnect.signal,
  }
  const frames = await poll(context, chat, query)
  if (!frames) throw tooMany(5)
  return reply.send({ frames })
}

async function handleMessage(context: WebchatContext, request: FastifyRequest<Named>, reply: FastifyReply) {
  const chat = await requireVisitorChat(context, requireChat(request), request)
  const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
  const frame = readClientFrame(parseJsonFrame(text))
  if (!frame || 'hello' in frame) return sendRefusal(reply, { refused: { ...readMessageId(text), reason: 'invalid' } })
  const spoke = await handleFrame(context, chat, frame)
  if (spoke === 'unknownVisitor') throw problem('auth.unauthenticated', 401)
  if (!spoke.answer) return reply.code(204).send()
  return 'refused' in spoke.answer ? sendRefusal(reply, spoke.answer) : reply.send(spoke.answer)
}

const statusOf = { invalid: 422, tooMany: 429, closed: 409 } as const

function sendRefusal(reply: FastifyReply, frame: Extract<ServerFrame, { refused: unknown }>): FastifyReply {
  return reply.code(statusOf[frame.refused.reason]).send(frame)
}

function parseCount(text: string): number {
  const count = /^\d{1,15}$/.test(text) ? Number(text) : undefined
  if (count === undefined) throw problem('request.invalid', 400, { detail: 'after and wait must be whole numbers' })
  return count
}

type PollQuery = { after: number; waitMs: number; signal: AbortSignal }

/**
 * Returns the entries after a given one, at once or when they arrive; none after the timeout. Undefined if too many
 * requests are already waiting.
 */
async function poll(context: WebchatContext, chat: VisitorChat, query: PollQuery): Promise<ServerFrame[] | undefined> {
  const { agent, visitor } = chat
  const signaled = Promise.withResolvers<ChatSignal>()
  // Subscribes before it reads; otherwise an entry in between would be missed.
  const unsubscribe = context.notifier.subscribe({ agentKey: agent.key, visitor }, signaled.resolve)
  if (!unsubscribe) return undefined
  try {
    const after = query.after || (await findHistoryStart(context.db, agent, visitor))
    const there = await read(context, chat, after)
    if (there.length > 0 || query.waitMs === 0) return [{ entries: there }]
    const received = await waitForSignal(signaled.promise, query.waitMs, [query.signal, context.closing])
    // The next request is refused if it was the token of this one.
    if (received === 'tokens') return [{ entries: [] }]
    const signals: ServerFrame[] = received && received !== 'entries' ? [{ signal: received }] : []
    return [{ entries: await read(context, chat, after) }, ...signals]
  } finally {
    unsubscribe()
  }
}

async function read({ db }: WebchatContext, { agent, visitor }: VisitorChat, after: number): Promise<ChatEntry[]> {
  return (await listEntriesAfter(db, agent, visitor, after)).map(toChatEntry)
}

/** Undefined if no signal arrived in time, or the client disconnected. */
function waitForSignal(
  signaled: Promise<ChatSignal>,
  waitMs: number,
  over: readonly AbortSignal[],
): Promise<ChatSignal | undefined> {
  return new Promise((resolve) => {
    const done = (received?: ChatSignal) => {
      clearTimeout(timer)
      for (const signal of over) signal.removeEventListener('abort', enough)
      resolve(received)
    }
    const enough = () => done()
    const timer = setTimeout(enough, waitMs)
    for (const signal of over) signal.addEventListener('abort', enough)
    if (over.some(({ aborted }) => aborted)) done()
    void signaled.then(done)
  })
}

import type { Theme } from '@parley/webchat-protocol'
import { limits, readClientFrame, type ServerFrame } from '@parley/webchat-protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../../platform/http/network-of.ts'
import { type Problem, problem } from '../../../platform/http/problem.ts'
import { hashToken, newToken } from '../../../platform/secrets/tokens.ts'
import { insertVisitor } from '../queries/visitors.ts'
import { answerFrame } from './answer-frame.ts'
import { chatOf, type Doors, isOpen, visitorChatOf } from './chat.ts'
import { poll } from './polling.ts'
import { idIn, parsed } from './session.ts'

type Named = { Params: { bindingId: string } }
const mostWaitSeconds = 25
const bodyLimit = limits.frameBytes

/** Any page may embed a chat, and none has more rights than another: there are no cookies. */
const openToAll = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '86400',
  'cache-control': 'no-store',
}

/** What a browser asks over plain HTTP: the look of the chat, a token, and all of it where sockets do not get through. */
export function serveHttp(app: FastifyInstance, doors: Doors): void {
  app.register(async (child) => {
    child.addHook('onRequest', async (_request, reply) => {
      reply.headers(openToAll)
    })
    child.options('/webchat/*', async (_request, reply) => reply.code(204).send())
    child.get<Named>('/webchat/:bindingId', (request) => themeOf(doors, request.params.bindingId))
    child.post<Named>('/webchat/:bindingId/visitors', { bodyLimit }, (request, reply) => welcome(doors, request, reply))
    child.get<Named>('/webchat/:bindingId/entries', (request, reply) => entriesFor(doors, request, reply))
    child.post<Named>('/webchat/:bindingId/entries', { bodyLimit }, (request, reply) => speak(doors, request, reply))
  })
}

async function themeOf(doors: Doors, bindingId: string): Promise<Theme> {
  const chat = await chatOf(doors, bindingId)
  return { ...(await doors.lookOf(chat.agent)), state: isOpen(chat) ? 'open' : 'closed' }
}

async function welcome(doors: Doors, request: FastifyRequest<Named>, reply: FastifyReply) {
  const chat = await chatOf(doors, request.params.bindingId)
  if (!isOpen(chat)) return refusedBy(reply, { refused: { reason: 'closed' } })
  if (!doors.visitorRate(`${networkOf(request.ip)} ${chat.binding.id}`)) {
    throw tooMany(60)
  }
  const { db, world } = doors
  const visitorToken = newToken(world, 'wct_')
  const visitor = world.newId('vis')
  await insertVisitor(db, chat.agent, { visitor, tokenHash: hashToken(visitorToken), now: world.now() })
  return reply.code(201).send({ visitorToken })
}

async function entriesFor(doors: Doors, request: FastifyRequest<Named>, reply: FastifyReply) {
  const chat = await visitorChatOf(doors, request)
  if (!doors.frameRate(`${chat.agent.key}/${chat.visitor}`)) throw tooMany(5)
  const { after = '0', wait = '0' } = request.query as { after?: string; wait?: string }
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const asked = { after: countIn(after), waitMs: 1000 * Math.min(countIn(wait), mostWaitSeconds), gone: gone.signal }
  const frames = await poll(doors, chat, asked)
  if (!frames) throw tooMany(5)
  return reply.send({ frames })
}

async function speak(doors: Doors, request: FastifyRequest<Named>, reply: FastifyReply) {
  const chat = await visitorChatOf(doors, request)
  const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
  const frame = readClientFrame(parsed(text))
  if (!frame || 'hello' in frame) return refusedBy(reply, { refused: { ...idIn(text), reason: 'invalid' } })
  const spoke = await answerFrame(doors, chat, frame)
  if (spoke === 'unknownVisitor') throw problem('auth.unauthenticated', 401)
  if (!spoke.answer) return reply.code(204).send()
  return 'refused' in spoke.answer ? refusedBy(reply, spoke.answer) : reply.send(spoke.answer)
}

const statusOf = { invalid: 422, tooMany: 429, closed: 409 } as const

function refusedBy(reply: FastifyReply, frame: Extract<ServerFrame, { refused: unknown }>): FastifyReply {
  return reply.code(statusOf[frame.refused.reason]).send(frame)
}

function tooMany(seconds: number): Problem {
  return problem('request.rate_limited', 429, {}, { 'retry-after': String(seconds) })
}

function countIn(text: string): number {
  const count = /^\d{1,15}$/.test(text) ? Number(text) : undefined
  if (count === undefined) throw problem('request.invalid', 400, { detail: 'after and wait are whole numbers' })
  return count
}

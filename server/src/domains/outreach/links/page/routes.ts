import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../../../platform/http/network-of.ts'
import { type BucketName, buckets, rateLimited, take } from '../../../../platform/http/rate-limit.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { LinkPageDeps } from '../deps.ts'
import { hindranceOf, type Link } from '../link.ts'
import { findByCode } from '../queries.ts'
import { redeem } from '../redeem.ts'
import { isForeign } from './foreign.ts'
import { numberIn, writtenIn } from './number.ts'
import {
  entryPage,
  foreignPage,
  gonePage,
  type Look,
  lookOf,
  numberFault,
  type Shown,
  sentPage,
  tooManyPage,
} from './pages.ts'

type Named = { Params: { code: string } }
type Answer = { status: number; shown: Shown; headers?: Record<string, string> }
type Found = { agent: AgentKey; link: Link; look: Look; isOpen: boolean }

/** As much as the form can hold. */
const bodyLimit = 2048
const longestCode = 100
const usualAnswerAfterMilliseconds = 300

const gone: Answer = { status: 404, shown: gonePage }

/** The public page of outreach links, at `/o/<code>` on the management port: a form that works without a script. */
export function serveLinks(app: FastifyInstance, deps: LinkPageDeps): void {
  app.get<Named>('/o/:code', async (request, reply) => send(reply, await viewed(request, deps)))
  app.post<Named>('/o/:code', { bodyLimit }, async (request, reply) => send(reply, await entered(request, deps)))
}

async function viewed(request: FastifyRequest<Named>, deps: LinkPageDeps): Promise<Answer> {
  const refused = await refusedBy('linkView', networkOf(request.ip), deps)
  if (refused) return refused
  const found = await findPage(request.params.code, deps)
  return found?.isOpen ? { status: 200, shown: entryPage(found.look) } : gone
}

async function entered(request: FastifyRequest<Named>, deps: LinkPageDeps): Promise<Answer> {
  const { host, origin, 'sec-fetch-site': site } = request.headers as Record<string, string | undefined>
  if (isForeign({ host, origin, site }, deps.publicUrl)) return { status: 403, shown: foreignPage }
  const tooMany = await refusedBy('linkAddress', networkOf(request.ip), deps)
  if (tooMany) return tooMany
  const found = await findPage(request.params.code, deps)
  const crowded = found && (await refusedBy('linkEntry', found.link.code, deps))
  if (crowded) return crowded
  if (!found) return gone
  const written = writtenIn(request.body)
  const address = numberIn(written)
  if (address !== undefined) return redeemed(found, address, deps)
  return found.isOpen ? { status: 422, shown: entryPage(found.look, { written, fault: numberFault }) } : gone
}

/** A number that is entered over and over is answered like any other: who else has entered it is nobody's business. */
async function redeemed({ agent, link, look }: Found, address: string, deps: LinkPageDeps): Promise<Answer> {
  const { answerAfterMilliseconds = usualAnswerAfterMilliseconds } = deps
  const evenly = setTimeout(answerAfterMilliseconds)
  const key = `${agent.key} ${hash('sha256', `${agent.key} ${address}`)}`
  const isHeldBack = (await refusedBy('linkNumber', key, deps)) !== undefined
  const isTaken = await redeem(agent, { linkId: link.id, address, isHeldBack }, deps)
  await evenly
  return isTaken ? { status: 200, shown: sentPage(look) } : gone
}

async function findPage(code: string, { db, world, channels, definitions }: LinkPageDeps): Promise<Found | undefined> {
  const found = code.length <= longestCode && !code.includes('\u0000') ? await findByCode(db, code) : undefined
  if (!found) return undefined
  const { agent, link } = found
  const isOpen = hindranceOf(link, await channels.on(agent, 'rcs'), world.now()) === undefined
  return { agent, link, isOpen, look: lookOf(await definitions.read(db, agent)) }
}

async function refusedBy(name: BucketName, key: string, { db, world }: LinkPageDeps): Promise<Answer | undefined> {
  const bucket = buckets[name]
  const level = await take(db, `${name}:${key}`, bucket, world.now())
  return level.allowed ? undefined : { status: 429, shown: tooManyPage, headers: rateLimited(level, bucket).headers }
}

/** The page may tell itself where it comes from, or its own form would look as if it came from nowhere. */
function send(reply: FastifyReply, { status, shown, headers = {} }: Answer): FastifyReply {
  return reply
    .code(status)
    .headers({
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': shown.policy,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
    })
    .send(shown.html)
}

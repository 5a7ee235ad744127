import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../../../platform/http/network.ts'
import { type BucketName, buckets, consumeToken, rateLimitedProblem } from '../../../../platform/http/rate-limit.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { LinkPageDeps } from '../deps.ts'
import { type Link, linkBlockedBy } from '../link.ts'
import { findLinkByCode } from '../queries.ts'
import { redeemLink } from '../redeem.ts'
import { isCrossSite } from './foreign.ts'
import { parsePhoneInput, readNumberField } from './number.ts'
import {
  brandingOf,
  foreignPage,
  gonePage,
  numberFault,
  type PageBranding,
  type RenderedPage,
  renderEntryPage,
  renderSentPage,
  tooManyPage,
} from './pages.ts'

type LinkParams = { Params: { code: string } }
type PageResponse = { status: number; shown: RenderedPage; headers?: Record<string, string> }
type LinkPage = { agent: AgentKey; link: Link; look: PageBranding; isOpen: boolean }

/** As much as the form can hold. */
const bodyLimit = 2048
const maxCodeLength = 100
const defaultAnswerAfterMilliseconds = 300

const gone: PageResponse = { status: 404, shown: gonePage }

/** The public page of outreach links, at `/o/<code>` on the management port: a form that works without a script. */
export function serveLinks(app: FastifyInstance, deps: LinkPageDeps): void {
  app.get<LinkParams>('/o/:code', async (request, reply) => send(reply, await handleView(request, deps)))
  app.post<LinkParams>('/o/:code', { bodyLimit }, async (request, reply) =>
    send(reply, await handleEntry(request, deps)),
  )
}

async function handleView(request: FastifyRequest<LinkParams>, deps: LinkPageDeps): Promise<PageResponse> {
  const refused = await checkRateLimit('linkView', networkOf(request.ip), deps)
  if (refused) return refused
  const found = await findPage(request.params.code, deps)
  return found?.isOpen ? { status: 200, shown: renderEntryPage(found.look) } : gone
}

async function handleEntry(request: FastifyRequest<LinkParams>, deps: LinkPageDeps): Promise<PageResponse> {
  const { host, origin, 'sec-fetch-site': site } = request.headers as Record<string, string | undefined>
  if (isCrossSite({ host, origin, site }, deps.publicUrl)) return { status: 403, shown: foreignPage }
  const tooMany = await checkRateLimit('linkAddress', networkOf(request.ip), deps)
  if (tooMany) return tooMany
  const found = await findPage(request.params.code, deps)
  const crowded = found && (await checkRateLimit('linkEntry', found.link.code, deps))
  if (crowded) return crowded
  if (!found) return gone
  const written = readNumberField(request.body)
  const address = parsePhoneInput(written)
  if (address !== undefined) return handleRedeem(found, address, deps)
  return found.isOpen ? { status: 422, shown: renderEntryPage(found.look, { written, fault: numberFault }) } : gone
}

/** A number that is entered over and over is answered like any other: who else has entered it is nobody's business. */
async function handleRedeem(
  { agent, link, look }: LinkPage,
  address: string,
  deps: LinkPageDeps,
): Promise<PageResponse> {
  const { answerAfterMilliseconds = defaultAnswerAfterMilliseconds } = deps
  const evenly = setTimeout(answerAfterMilliseconds)
  const key = `${agent.key} ${hash('sha256', `${agent.key} ${address}`)}`
  const isHeldBack = (await checkRateLimit('linkNumber', key, deps)) !== undefined
  const isTaken = await redeemLink(agent, { linkId: link.id, address, isHeldBack }, deps)
  await evenly
  return isTaken ? { status: 200, shown: renderSentPage(look) } : gone
}

async function findPage(
  code: string,
  { db, world, channels, definitions }: LinkPageDeps,
): Promise<LinkPage | undefined> {
  const found = code.length <= maxCodeLength && !code.includes('\u0000') ? await findLinkByCode(db, code) : undefined
  if (!found) return undefined
  const { agent, link } = found
  const isOpen = linkBlockedBy(link, await channels.findByChannel(agent, 'rcs'), world.now()) === undefined
  return { agent, link, isOpen, look: brandingOf(await definitions.read(db, agent)) }
}

async function checkRateLimit(
  name: BucketName,
  key: string,
  { db, world }: LinkPageDeps,
): Promise<PageResponse | undefined> {
  const bucket = buckets[name]
  const level = await consumeToken(db, `${name}:${key}`, bucket, world.now())
  return level.allowed
    ? undefined
    : { status: 429, shown: tooManyPage, headers: rateLimitedProblem(level, bucket).headers }
}

/** The page may tell itself where it comes from, or its own form would look as if it came from nowhere. */
function send(reply: FastifyReply, { status, shown, headers = {} }: PageResponse): FastifyReply {
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

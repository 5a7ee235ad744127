import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import { buildPagePolicy, renderPage } from '../../../platform/pages/shell.ts'
import type { World } from '../../../platform/world.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { Runtime } from '../../runtime/index.ts'
import { type FirstTap, findTrackedLink, recordTap, type TrackedLink } from './queries.ts'
import { tapPath } from './track-links.ts'

export type TapDeps = { db: Db; world: World; announce: Announce; reachLinkGoal: Runtime['reachLinkGoal'] }

export type ServeTaps = (app: FastifyInstance) => void

const codePattern = /^[A-Za-z0-9]{16}$/

/**
 * Serves short links on the gateway. They lead only to addresses that the agent itself has sent: nothing of the request
 * but the code counts.
 */
export function serveTaps(app: FastifyInstance, deps: TapDeps): void {
  app.get<{ Params: { code: string } }>(`${tapPath}:code`, async (request, reply) => {
    const { code } = request.params
    const link = codePattern.test(code) ? await findTrackedLink(deps.db, code) : undefined
    if (!link) return sendGone(reply)
    // Programs that check a link before a person taps it ask for its head.
    if (request.method === 'GET') await countTap(link, deps)
    return reply
      .code(302)
      .headers({ ...headers, location: encodeAddress(link.url) })
      .send()
  })
}

const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

/** The address as it was written; a header cannot carry other characters. */
const encodeAddress = (url: string): string =>
  url.replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character))

async function countTap(link: TrackedLink, deps: TapDeps): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const agent = await findAgentByKey(tx, link.agentKey)
    if (!agent) return
    const tap = await recordTap(tx, agent, link, deps.world.now())
    if (!tap) return
    await deps.announce(tx, toTapEvent(agent, link, tap))
    if (tap.isFirstOfMessage) await deps.reachLinkGoal(tx, agent, { ...tap, sessionId: tap.sessionId ?? undefined })
  })
}

/** Without query and fragment, where personal values are: events outlive an erasure. */
function toTapEvent({ id: agentId, orgId }: AgentKey, { sendId, url }: TrackedLink, tap: FirstTap) {
  const { personId, asid: userId, outreachId, campaignId, sequenceId, channel } = tap
  const from = { ...(campaignId && { campaignId }), ...(sequenceId && { sequenceId }) }
  const address = url.replace(/[?#].*$/s, '')
  const data = { agentId, sendId, outreachId, ...from, personId, userId, channel, url: address }
  return { orgId, type: 'link.tapped', data }
}

const heading = 'This link is no longer available'
const gonePage = renderPage(heading, `<h1>${heading}</h1><p>It was mistyped, or it is too old.</p>`, '')

function sendGone(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .headers({
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': buildPagePolicy({ style: '' }),
    })
    .send(gonePage)
}

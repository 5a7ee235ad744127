import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { defineWork, finish, nudge, postponeTo, retry } from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import { unresolvedSeconds } from '../sends/campaign/outcome.ts'
import type { LinkWorkDeps } from './deps.ts'
import { deliveryOfLink, hasOwnBinding } from './link.ts'
import { buildLinkOpening } from './link-opening.ts'
import { failRedemption, findOutreachLink } from './queries.ts'

const work = { kind: 'outreach.redemptions', table: 'link_redemptions', key: ['agent_key', 'id'] } as const

/** Attempts about 0, 2, 10 and 30 minutes after the number was entered, as for named sends. */
const retryDelaysSeconds = [120, 480, 1200]
const maxAttempts = retryDelaysSeconds.length + 1

/** Call it in the transaction that inserts a redemption. */
export const nudgeRedemptions = (tx: Db): void => nudge(tx, work.kind)

type Failure = { reason: string; detail?: string }
type RedemptionAttempt = { attempt: number; signal: AbortSignal }
type Redemption = { id: string; linkId: string; asid: string; wasTried: boolean }

/** Stable across attempts, so a retry is not a second message. */
const openingIdOf = (redemptionId: string) => `link-${redemptionId}`
const expiredWith = (reason: string) => ({ reason: 'expired', detail: `The opener was abandoned: ${reason}` })

export function linkWork(deps: LinkWorkDeps) {
  return defineWork({
    ...work,
    retry: { delaysSeconds: retryDelaysSeconds },
    async perform({ agent_key, id, link_id: linkId, asid, attempts, crashes }, context) {
      const agent = await findAgentByKey(deps.db, agent_key)
      if (!agent || asid === null) return finish({ set: { state: 'failed', reason: 'erased' } })
      const wasTried = attempts > 0 || crashes > 0
      return openConversation(agent, { id, linkId, asid, wasTried }, context, deps)
    },
    async giveUp(tx, { agent_key, id }) {
      const agent = await findAgentByKey(tx, agent_key)
      const failed = { id, reason: 'dispatch_failed', detail: 'The opener could not be dispatched' }
      if (!agent) return
      await failRedemption(tx, agent, failed)
      await deps.abandon(tx, agent, openingIdOf(id), expiredWith(failed.reason))
    },
  })
}

async function openConversation(
  agent: AgentKey,
  redeemed: Redemption,
  { attempt, signal }: RedemptionAttempt,
  deps: LinkWorkDeps,
) {
  const { db, channels } = deps
  const { id, linkId, asid, wasTried } = redeemed
  // A worker that died between dispatching and recording did send it, whatever happened to the link since.
  const before = wasTried ? await deps.findDispatched(agent, openingIdOf(id)) : undefined
  if (before?.kind === 'unresolved') return awaitOutcome(deps)
  if (before) return recordSent(agent, redeemed, before, deps)
  const failed = ({ reason, detail }: Failure) => {
    deps.writeLog(agent, { level: 'warn', event: 'outreach.suppressed', asid, data: { linkId, reason } })
    const write = (tx: Db) => deps.abandon(tx, agent, openingIdOf(id), expiredWith(reason))
    return finish({ set: { state: 'failed', reason, detail: detail ?? null }, write })
  }
  const link = await findOutreachLink(db, agent, linkId)
  if (!link) return failed({ reason: 'link_deleted' })
  // A link that has expired or run out since does not affect a redemption that was in time.
  if (link.disabled) return failed({ reason: 'link_disabled' })
  if (!hasOwnBinding(link, await channels.listBindings(agent))) return failed({ reason: 'no_binding' })
  const { message } = buildLinkOpening(await deps.definitions.read(db, agent))
  const isLastAttempt = attempt >= maxAttempts
  const delivery = deliveryOfLink(link)
  const opening = { asid, message, id: openingIdOf(id), mustCheckCapability: true, isLastAttempt }
  // The redemption is named only where the opener may move on: a reply on the other channel then belongs to it.
  const opened = await deps.open(agent, { ...opening, ...(delivery && { delivery, initiatedBy: id }) }, signal)
  if (opened.kind === 'dispatched') return recordSent(agent, redeemed, opened, deps)
  if (opened.kind === 'unresolved') return awaitOutcome(deps)
  const { again, ...failure } = failureOf(opened)
  return again && !isLastAttempt ? retry(new Error(failure.reason)) : failed(failure)
}

/** The channel may already have the message: checks its outcome again later. */
const awaitOutcome = ({ world }: LinkWorkDeps) => postponeTo(new Date(world.now().getTime() + unresolvedSeconds * 1000))

type SentOpening = { text: string; asid: string; channel: Channel }

async function recordSent(agent: AgentKey, { linkId }: Redemption, opened: SentOpening, deps: LinkWorkDeps) {
  const { asid, channel } = opened
  const { text, playbookId } = buildLinkOpening(await deps.definitions.read(deps.db, agent))
  await deps.opened(agent, asid, { text: opened.text || text, playbookId })
  deps.writeLog(agent, { level: 'info', event: 'outreach.sent', asid, channel, data: { linkId } })
  return finish({ set: { state: 'sent', reason: null, detail: null } })
}

type UndispatchedOpening = Exclude<Awaited<ReturnType<LinkWorkDeps['open']>>, { kind: 'dispatched' | 'unresolved' }>

/** Converts to the failure reasons of sends; `again` when a retry may succeed. */
function failureOf(opened: UndispatchedOpening): Failure & { again: boolean } {
  if (opened.kind === 'incapable') return { reason: 'not_rcs_capable', again: false }
  const { reason, detail } = opened
  if (opened.kind === 'failed') {
    return {
      reason: reason === 'capabilityUnknown' ? 'capability_unknown' : 'dispatch_failed',
      detail,
      again: opened.again,
    }
  }
  if (reason === 'optedOut') return { reason: 'opted_out', again: false }
  if (reason === 'bindingDisabled') return { reason: 'binding_error', detail, again: true }
  return { reason: reason === 'noRoute' ? 'no_route' : 'dispatch_failed', detail: detail ?? reason, again: false }
}

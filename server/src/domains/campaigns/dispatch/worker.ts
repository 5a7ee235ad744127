import { setTimeout as wait } from 'node:timers/promises'
import type { AgentDefinition } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  continueAt,
  createTenantLimiter,
  defineWork,
  finish,
  nudge,
  postponeTo,
  retry,
  type WorkOutcome,
} from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { SendClaim } from '../../outreach/index.ts'
import type { CampaignDeps, TransitionCampaign } from '../deps.ts'
import { type CampaignBlock, campaignBlockedBy } from './blocked-by.ts'
import {
  claimNextRecipients,
  type DispatchableCampaign,
  findRunningCampaign,
  inTransaction,
  setCampaignWait,
} from './queries.ts'

const work = { kind: 'campaigns.pumps', table: 'campaign_pumps', key: ['agent_key', 'campaign_key', 'lane'] } as const

export function nudgeDispatchers(tx: Db): void {
  nudge(tx, work.kind)
}

export type CampaignDispatchDeps = CampaignDeps & { transition: TransitionCampaign }
type DispatchTurn = {
  agent: AgentKey
  campaignKey: number
  lane: number
  signal: AbortSignal
  /** The channel took nothing the last time: one finds out whether it is back, not a batch. */
  isRetry: boolean
}

const channel = 'rcs'
/** At most so many are claimed together: no more leave after a pause. */
const maxBatch = 20
/** Then its place goes to another campaign. */
const turnMilliseconds = 3_000
const leaseMilliseconds = 60_000
/** Of a provider that does not take all, and does not say what it would rather have. */
const shortPauseSeconds = 1
/** Who has everything claimed looks whether all have ended. */
const endCheckMilliseconds = 5_000
const sendingCheckMilliseconds = 250

/** Hands running campaigns over. */
export function campaignDispatchWork(deps: CampaignDispatchDeps) {
  const takePlace = createTenantLimiter({ max: 8, maxWhileSlow: 2, slowMilliseconds: 10_000 }, deps.world)
  return defineWork({
    ...work,
    concurrency: 8,
    leaseSeconds: 15,
    timeoutSeconds: 120,
    // The provider is away: the rest of the audience waits with it, for as long as it takes.
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 5, mostSeconds: 300 },
    mostCrashes: 100_000,
    async perform({ agent_key, campaign_key: campaignKey, lane }, { signal, attempt }): Promise<WorkOutcome> {
      const agent = await findAgentByKey(deps.db, agent_key)
      if (!agent) return finish()
      const leave = takePlace(agent.key)
      if (!leave) return postponeTo(new Date(deps.world.now().getTime() + 1_000))
      return runTurn({ agent, campaignKey, lane, signal, isRetry: attempt > 1 }, deps).finally(leave)
    },
    giveUp: async () => {},
  })
}

async function runTurn(turn: DispatchTurn, deps: CampaignDispatchDeps): Promise<WorkOutcome> {
  const endsAt = performance.now() + turnMilliseconds
  for (let { isRetry } = turn; ; isRetry = false) {
    const outcome = await dispatchBatch({ ...turn, isRetry }, deps)
    // Whatever failed before, something has been taken since: the next failure is a first one again.
    if (outcome) return outcome.kind === 'later' && !isRetry ? continueAt(outcome.at) : outcome
    if (performance.now() > endsAt || turn.signal.aborted) return continueAt(deps.world.now())
  }
}

/** Hands one batch over; an outcome where there is nothing more to do just now. */
async function dispatchBatch(turn: DispatchTurn, deps: CampaignDispatchDeps): Promise<WorkOutcome | undefined> {
  const { agent, campaignKey } = turn
  const campaign = await findRunningCampaign(deps.db, agent, campaignKey)
  if (!campaign) return finish()
  if (campaign.left === 0) return finishOrWait(turn, campaign, deps)
  if (campaign.isTest) return dispatchClaim(turn, campaign, maxBatch, deps)
  const { definition, rate } = await readConditions(agent, deps)
  const hindrance = blockedBy(campaign, { definition, rate }, deps)
  if (hindrance) return handleBlock(turn, campaign, hindrance, deps)
  if (defersToFirstLane(turn, campaign)) return postponeTo(new Date(deps.world.now().getTime() + endCheckMilliseconds))
  // A slow provider gets small batches, so that no lane holds what others could send.
  const fair = Math.max(1, Math.floor((rate?.perSecond ?? 1) / 4))
  const places = Math.min(turn.isRetry ? 1 : maxBatch, fair, campaign.left)
  const place = await deps.rates.acquire(agent, channel, places)
  if (!place) return undefined
  if ('freeAt' in place) return postponeTo(place.freeAt)
  await waitUntil(place.at, turn, deps)
  // The hours may have ended meanwhile.
  const late = blockedBy(campaign, { definition, rate }, deps)
  return late ? handleBlock(turn, campaign, late, deps) : dispatchClaim(turn, campaign, places, deps)
}

/** Of a provider that is away the first lane finds out whether it is back; each who asks for it is used up a little. */
const defersToFirstLane = ({ lane, isRetry }: DispatchTurn, { waitsFor }: DispatchableCampaign): boolean =>
  isRetry && lane !== 0 && waitsFor === 'provider_unavailable'

type DispatchConditions = { definition: AgentDefinition; rate?: { status: string } }

async function readConditions(agent: AgentKey, { db, definitions, rates }: CampaignDispatchDeps) {
  const [definition, rate] = await Promise.all([definitions.read(db, agent), rates.find(agent, channel)])
  return { definition, rate }
}

function blockedBy(
  { outreachId, sendWindow }: DispatchableCampaign,
  seen: DispatchConditions,
  { world, realSends }: CampaignDispatchDeps,
) {
  return campaignBlockedBy({ now: world.now(), outreachId, sendWindow, realSends, ...seen })
}

async function waitUntil(at: Date, { signal }: DispatchTurn, { world }: CampaignDispatchDeps): Promise<void> {
  const left = at.getTime() - world.now().getTime()
  if (left > 0) await wait(left, undefined, { signal }).catch(() => undefined)
}

async function handleBlock(
  { agent, campaignKey }: DispatchTurn,
  campaign: DispatchableCampaign,
  block: CampaignBlock,
  deps: CampaignDispatchDeps,
): Promise<WorkOutcome> {
  if (block.kind === 'waits') {
    await setCampaignWait(deps.db, agent, campaignKey, block.waiting)
    return postponeTo(block.until)
  }
  const { detail } = block
  const write = async (tx: Db) => {
    const failed = await deps.transition(tx, agent, campaign, { action: 'fail', detail })
    if (failed) await deps.sends.cancel(tx, agent, campaign)
  }
  return finish({ write })
}

/** It claims in a transaction of its own, which is short: the other lanes wait for it. */
async function dispatchClaim(
  { agent, campaignKey, signal }: DispatchTurn,
  campaign: DispatchableCampaign,
  most: number,
  deps: CampaignDispatchDeps,
): Promise<WorkOutcome | undefined> {
  if (signal.aborted) return continueAt(deps.world.now())
  const claim = await inTransaction(deps.db, (tx) => claimRecipients(tx, agent, { campaign, campaignKey, most }, deps))
  if (!claim) return undefined
  if (campaign.waitsFor) await setCampaignWait(deps.db, agent, campaignKey, undefined)
  const handed = await deps.sends.dispatch(agent, claim, AbortSignal.timeout(leaseMilliseconds - 15_000))
  if (handed.retryable > 0) {
    const seconds = handed.retryAfterSeconds ?? shortPauseSeconds
    await deps.rates.backOff(agent, channel, new Date(deps.world.now().getTime() + seconds * 1000))
  }
  const isAway = handed.retryable > 0 && handed.dispatched === 0
  if (!isAway) return undefined
  await setCampaignWait(deps.db, agent, campaignKey, { reason: 'provider_unavailable' })
  return retry(new Error('the channel takes no messages'))
}

type ClaimRequest = { campaign: DispatchableCampaign; campaignKey: number; most: number }

async function claimRecipients(
  tx: Db,
  agent: AgentKey,
  { campaign, campaignKey, most }: ClaimRequest,
  { world, sends, definitions }: CampaignDispatchDeps,
): Promise<SendClaim | undefined> {
  const claimed = await claimNextRecipients(tx, agent, { campaignKey, most })
  if (!claimed) return undefined
  const { outreaches } = await definitions.read(tx, agent)
  const isMarketing = outreaches.some(({ id, class: now }) => id === campaign.outreachId && now === 'marketing')
  // Whatever it was when it was staged: the cap holds.
  const kind = isMarketing ? 'marketing' : campaign.class
  const now = world.now()
  const claim: SendClaim = {
    campaignId: campaign.id,
    outreachId: campaign.outreachId,
    class: kind,
    isTest: campaign.isTest,
    token: world.newId('lease'),
    until: new Date(now.getTime() + leaseMilliseconds),
    now,
    recipients: claimed.recipients.map(({ place, personId, asid }) => ({
      sendId: `snd_c${claimed.snapshot}_${place}`,
      personId,
      asid,
    })),
  }
  await sends.claim(tx, agent, claim)
  return claim
}

/** Whoever finds that the last send has ended tells so; of all lanes the first stays until then. */
async function finishOrWait(
  turn: DispatchTurn,
  campaign: DispatchableCampaign,
  deps: CampaignDispatchDeps,
): Promise<WorkOutcome> {
  const { agent, lane, campaignKey } = turn
  const open = await deps.sends.findOpen(deps.db, agent, campaign.id)
  if (!open) return finish({ write: (tx) => deps.transition(tx, agent, campaign, { action: 'complete' }) })
  if (lane !== 0) return finish()
  const now = deps.world.now().getTime()
  if (open.sending > 0) return postponeTo(new Date(now + sendingCheckMilliseconds))
  const hindrance = campaign.isTest ? undefined : blockedBy(campaign, await readConditions(agent, deps), deps)
  if (hindrance?.kind === 'fails') return handleBlock(turn, campaign, hindrance, deps)
  const reason = open.held > 0 ? 'in-conversation' : 'provider_unavailable'
  const waiting = hindrance?.waiting ?? { reason, until: open.dueAt.toISOString() }
  await setCampaignWait(deps.db, agent, campaignKey, waiting)
  const dueIn = Math.max(open.dueAt.getTime() - now, sendingCheckMilliseconds)
  return postponeTo(new Date(now + Math.min(dueIn, endCheckMilliseconds)))
}

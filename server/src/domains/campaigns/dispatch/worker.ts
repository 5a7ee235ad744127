import { setTimeout as wait } from 'node:timers/promises'
import type { Channel } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  continueAt,
  createTenantLimiter,
  defineWork,
  finish,
  nudge,
  postponeTo,
  retry,
  type Work,
  type WorkOutcome,
} from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import { opener, type SendClaim } from '../../outreach/index.ts'
import type { CampaignDeps, TransitionCampaign } from '../deps.ts'
import { openersOf } from '../experiment/assignment.ts'
import { type CampaignBlock, campaignBlockedBy } from './blocked-by.ts'
import { claimNextRecipients, type DispatchableCampaign, findRunningCampaign, setCampaignWait } from './queries.ts'

export type CampaignWork = Work

const work = {
  kind: 'campaigns.dispatch',
  table: 'campaign_dispatchers',
  key: ['agent_key', 'campaign_key', 'lane'],
} as const

export function nudgeDispatchers(tx: Db): void {
  nudge(tx, work.kind)
}

export type CampaignDispatchDeps = CampaignDeps & { transition: TransitionCampaign }
type DispatchTurn = {
  agent: AgentKey
  campaignKey: number
  lane: number
  signal: AbortSignal
  /** The channel accepted nothing last time: probe it with a single send, not a batch. */
  isRetry: boolean
}

/** At most this many sends are claimed at once, so no more than this can still leave after a pause. */
const maxBatch = 20
/** After this time the worker slot goes to another campaign. */
const turnMilliseconds = 3_000
const leaseMilliseconds = 60_000
/** Back-off when a provider rejects some messages without a Retry-After. */
const shortPauseSeconds = 1
/** How often a fully claimed campaign checks whether all its sends have ended. */
const endCheckMilliseconds = 5_000
const sendingCheckMilliseconds = 250

export function campaignDispatchWork(deps: CampaignDispatchDeps) {
  const takePlace = createTenantLimiter({ max: 8, maxWhileSlow: 2, slowMilliseconds: 10_000 }, deps.world)
  return defineWork({
    ...work,
    concurrency: 8,
    leaseSeconds: 15,
    timeoutSeconds: 120,
    // When the provider is down, the rest of the audience waits for as long as the outage lasts.
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 5, maxSeconds: 300 },
    maxCrashes: 100_000,
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
    // A batch succeeded since the last failure, so the next failure counts as the first attempt again.
    if (outcome) return outcome.kind === 'later' && !isRetry ? continueAt(outcome.at) : outcome
    if (performance.now() > endsAt || turn.signal.aborted) return continueAt(deps.world.now())
  }
}

/** Dispatches one batch; returns an outcome when nothing more can be done now. */
async function dispatchBatch(turn: DispatchTurn, deps: CampaignDispatchDeps): Promise<WorkOutcome | undefined> {
  const { agent, campaignKey } = turn
  const campaign = await findRunningCampaign(deps.db, agent, campaignKey)
  if (!campaign) return finish()
  if (campaign.left === 0) return finishOrWait(turn, campaign, deps)
  if (campaign.isTest) return dispatchClaim(turn, campaign, maxBatch, deps)
  const { definition, rates } = await readConditions(agent, campaign, deps)
  const block = blockedBy(campaign, { definition, rates }, deps)
  if (block) return handleBlock(turn, campaign, block, deps)
  if (defersToFirstLane(turn, campaign)) return postponeTo(new Date(deps.world.now().getTime() + endCheckMilliseconds))
  // A slow provider gets small batches, so no lane claims sends that other lanes could dispatch.
  const active = rates.filter(({ status }) => status === 'Active')
  const fair = Math.max(1, Math.floor(Math.min(...active.map(({ perSecond }) => perSecond)) / 4))
  const places = Math.min(turn.isRetry ? 1 : maxBatch, fair, campaign.left)
  const slots = await acquireSlots(agent, active, places, deps)
  if (!slots) return undefined
  if ('freeAt' in slots) return postponeTo(slots.freeAt)
  await waitUntil(slots.at, turn, deps)
  // The sending hours may have ended during the wait.
  const late = blockedBy(campaign, { definition, rates }, deps)
  return late ? handleBlock(turn, campaign, late, deps) : dispatchClaim(turn, campaign, places, deps)
}

/**
 * While the provider is down only the first lane probes it, because every probe uses up an attempt of the send it
 * carries.
 */
const defersToFirstLane = ({ lane, isRetry }: DispatchTurn, { waitsFor }: DispatchableCampaign): boolean =>
  isRetry && lane !== 0 && waitsFor === 'provider_unavailable'

type ChannelRate = { channel: Channel; status: string; perSecond: number }
type DispatchConditions = { definition: AgentDefinition; rates: readonly ChannelRate[] }

async function readConditions(
  agent: AgentKey,
  { outreachId }: Pick<DispatchableCampaign, 'outreachId'>,
  { db, definitions, rates }: CampaignDispatchDeps,
): Promise<DispatchConditions> {
  const definition = await definitions.read(db, agent)
  const outreach = definition.outreaches.find(({ id }) => id === outreachId)
  const found = await Promise.all(
    opener.channels(outreach ?? {}).map(async (channel) => {
      const rate = await rates.find(agent, channel)
      return rate ? [{ ...rate, channel }] : []
    }),
  )
  return { definition, rates: found.flat() }
}

/**
 * Acquires slots for a batch on every channel that it may use, because only its recipients decide which it does: the
 * slowest provider sets the pace.
 */
async function acquireSlots(
  agent: AgentKey,
  active: readonly ChannelRate[],
  places: number,
  { rates }: CampaignDispatchDeps,
): Promise<{ at: Date } | { freeAt: Date } | undefined> {
  let at: Date | undefined
  for (const { channel } of active) {
    const slots = await rates.acquire(agent, channel, places)
    if (slots && 'freeAt' in slots) return slots
    if (slots && (!at || slots.at > at)) at = slots.at
  }
  return at && { at }
}

function blockedBy(
  { outreachId, sendWindow, startAt }: DispatchableCampaign,
  seen: DispatchConditions,
  { world, realSends }: CampaignDispatchDeps,
) {
  return campaignBlockedBy({ now: world.now(), outreachId, sendWindow, startAt, realSends, ...seen })
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

/** Claims in a short transaction of its own, because the other lanes wait for the campaign row. */
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
  const result = await deps.sends.dispatch(agent, claim, AbortSignal.timeout(leaseMilliseconds - 15_000))
  if (result.retryable > 0) {
    const seconds = result.retryAfterSeconds ?? shortPauseSeconds
    const until = new Date(deps.world.now().getTime() + seconds * 1000)
    for (const channel of new Set(claim.recipients.map((one) => one.channel ?? 'rcs')))
      await deps.rates.backOff(agent, channel, until)
  }
  const isAway = result.retryable > 0 && result.dispatched === 0
  if (!isAway) return undefined
  await setCampaignWait(deps.db, agent, campaignKey, { reason: 'provider_unavailable' })
  return retry(new Error('the channel does not accept messages'))
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
  // A class that became marketing after staging counts: the frequency cap must apply.
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
    openers: openersOf(campaign),
    recipients: claimed.recipients.map(({ position, personId, asid, channel, variantId }) => ({
      sendId: `snd_c${claimed.snapshot}_${position}`,
      personId,
      asid,
      ...(channel && { channel }),
      variantId: variantId ?? undefined,
    })),
  }
  await sends.claim(tx, agent, claim)
  return claim
}

/** Completes the campaign once its last send has ended. Only the first lane keeps checking until then. */
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
  const block = campaign.isTest ? undefined : blockedBy(campaign, await readConditions(agent, campaign, deps), deps)
  if (block?.kind === 'fails') return handleBlock(turn, campaign, block, deps)
  const reason = open.held > 0 ? 'in-conversation' : 'provider_unavailable'
  const waiting = block?.waiting ?? { reason, until: open.dueAt.toISOString() }
  await setCampaignWait(deps.db, agent, campaignKey, waiting)
  const dueIn = Math.max(open.dueAt.getTime() - now, sendingCheckMilliseconds)
  return postponeTo(new Date(now + Math.min(dueIn, endCheckMilliseconds)))
}

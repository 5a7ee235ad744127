import { setTimeout as wait } from 'node:timers/promises'
import type { AgentDefinition } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { again, defineWork, done, later, nudge, type Outcome, retry, sharesOf } from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { Claim } from '../../outreach/index.ts'
import type { CampaignDeps, MoveCampaign } from '../deps.ts'
import { type Hindrance, hindranceOf } from './hindrance.ts'
import { claimNext, findRunning, inTransaction, type Pumped, setWaiting } from './queries.ts'

const work = { kind: 'campaigns.pumps', table: 'campaign_pumps', key: ['agent_key', 'campaign_key', 'lane'] } as const

export function nudgePumps(tx: Db): void {
  nudge(tx, work.kind)
}

export type PumpDeps = CampaignDeps & { move: MoveCampaign }
type Pumping = {
  agent: AgentKey
  campaignKey: number
  lane: number
  signal: AbortSignal
  /** The channel took nothing the last time: one finds out whether it is back, not a batch. */
  tries: boolean
}

const channel = 'rcs'
/** At most so many are claimed together: no more leave after a pause. */
const mostAtOnce = 20
/** Then its place goes to another campaign. */
const turnMilliseconds = 3_000
const leaseMilliseconds = 60_000
/** Of a provider that does not take all, and does not say what it would rather have. */
const shortPauseSeconds = 1
/** Who has everything claimed looks whether all have ended. */
const lookForEndMilliseconds = 5_000
const lookForSendingMilliseconds = 250

/** Hands running campaigns over. */
export function pumpWork(deps: PumpDeps) {
  const takePlace = sharesOf({ most: 8, mostWhileSlow: 2, slowMilliseconds: 10_000 }, deps.world)
  return defineWork({
    ...work,
    concurrency: 8,
    leaseSeconds: 15,
    timeoutSeconds: 120,
    // The provider is away: the rest of the audience waits with it, for as long as it takes.
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 5, mostSeconds: 300 },
    mostCrashes: 100_000,
    async perform({ agent_key, campaign_key: campaignKey, lane }, { signal, attempt }): Promise<Outcome> {
      const agent = await findAgentByKey(deps.db, agent_key)
      if (!agent) return done()
      const leave = takePlace(agent.key)
      if (!leave) return later(new Date(deps.world.now().getTime() + 1_000))
      return takeTurn({ agent, campaignKey, lane, signal, tries: attempt > 1 }, deps).finally(leave)
    },
    giveUp: async () => {},
  })
}

async function takeTurn(pumping: Pumping, deps: PumpDeps): Promise<Outcome> {
  const endsAt = performance.now() + turnMilliseconds
  for (let { tries } = pumping; ; tries = false) {
    const outcome = await pump({ ...pumping, tries }, deps)
    // Whatever failed before, something has been taken since: the next failure is a first one again.
    if (outcome) return outcome.kind === 'later' && !tries ? again(outcome.at) : outcome
    if (performance.now() > endsAt || pumping.signal.aborted) return again(deps.world.now())
  }
}

/** Hands one batch over; an outcome where there is nothing more to do just now. */
async function pump(pumping: Pumping, deps: PumpDeps): Promise<Outcome | undefined> {
  const { agent, campaignKey } = pumping
  const campaign = await findRunning(deps.db, agent, campaignKey)
  if (!campaign) return done()
  if (campaign.left === 0) return end(pumping, campaign, deps)
  if (campaign.isTest) return hand(pumping, campaign, mostAtOnce, deps)
  const { definition, rate } = await see(agent, deps)
  const hindrance = hindranceFor(campaign, { definition, rate }, deps)
  if (hindrance) return hindered(pumping, campaign, hindrance, deps)
  if (isLeftToFirst(pumping, campaign)) return later(new Date(deps.world.now().getTime() + lookForEndMilliseconds))
  // A slow provider gets small batches, so that no lane holds what others could send.
  const fair = Math.max(1, Math.floor((rate?.perSecond ?? 1) / 4))
  const places = Math.min(pumping.tries ? 1 : mostAtOnce, fair, campaign.left)
  const place = await deps.rates.take(agent, channel, places)
  if (!place) return undefined
  if ('freeAt' in place) return later(place.freeAt)
  await waitUntil(place.at, pumping, deps)
  // The hours may have ended meanwhile.
  const late = hindranceFor(campaign, { definition, rate }, deps)
  return late ? hindered(pumping, campaign, late, deps) : hand(pumping, campaign, places, deps)
}

/** Of a provider that is away the first lane finds out whether it is back; each who asks for it is used up a little. */
const isLeftToFirst = ({ lane, tries }: Pumping, { waitsFor }: Pumped): boolean =>
  tries && lane !== 0 && waitsFor === 'provider_unavailable'

type Seen = { definition: AgentDefinition; rate?: { status: string } }

async function see(agent: AgentKey, { db, definitions, rates }: PumpDeps) {
  const [definition, rate] = await Promise.all([definitions.read(db, agent), rates.of(agent, channel)])
  return { definition, rate }
}

function hindranceFor({ outreachId, sendWindow }: Pumped, seen: Seen, { world, realSends }: PumpDeps) {
  return hindranceOf({ now: world.now(), outreachId, sendWindow, realSends, ...seen })
}

async function waitUntil(at: Date, { signal }: Pumping, { world }: PumpDeps): Promise<void> {
  const left = at.getTime() - world.now().getTime()
  if (left > 0) await wait(left, undefined, { signal }).catch(() => undefined)
}

async function hindered(
  { agent, campaignKey }: Pumping,
  campaign: Pumped,
  hindrance: Hindrance,
  deps: PumpDeps,
): Promise<Outcome> {
  if (hindrance.kind === 'waits') {
    await setWaiting(deps.db, agent, campaignKey, hindrance.waiting)
    return later(hindrance.until)
  }
  const { detail } = hindrance
  const write = async (tx: Db) => {
    const failed = await deps.move(tx, agent, campaign, { verb: 'fail', detail })
    if (failed) await deps.sends.cancel(tx, agent, campaign)
  }
  return done({ write })
}

/** It claims in a transaction of its own, which is short: the other lanes wait for it. */
async function hand(
  { agent, campaignKey, signal }: Pumping,
  campaign: Pumped,
  most: number,
  deps: PumpDeps,
): Promise<Outcome | undefined> {
  if (signal.aborted) return again(deps.world.now())
  const claim = await inTransaction(deps.db, (tx) => claimSome(tx, agent, { campaign, campaignKey, most }, deps))
  if (!claim) return undefined
  if (campaign.waitsFor) await setWaiting(deps.db, agent, campaignKey, undefined)
  const handed = await deps.sends.hand(agent, claim, AbortSignal.timeout(leaseMilliseconds - 15_000))
  if (handed.again > 0) {
    const seconds = handed.retryAfterSeconds ?? shortPauseSeconds
    await deps.rates.backOff(agent, channel, new Date(deps.world.now().getTime() + seconds * 1000))
  }
  const isAway = handed.again > 0 && handed.handed === 0
  if (!isAway) return undefined
  await setWaiting(deps.db, agent, campaignKey, { reason: 'provider_unavailable' })
  return retry(new Error('the channel takes no messages'))
}

type Claiming = { campaign: Pumped; campaignKey: number; most: number }

async function claimSome(
  tx: Db,
  agent: AgentKey,
  { campaign, campaignKey, most }: Claiming,
  { world, sends, definitions }: PumpDeps,
): Promise<Claim | undefined> {
  const claimed = await claimNext(tx, agent, { campaignKey, most })
  if (!claimed) return undefined
  const { outreaches } = await definitions.read(tx, agent)
  const isMarketing = outreaches.some(({ id, class: now }) => id === campaign.outreachId && now === 'marketing')
  // Whatever it was when it was staged: the cap holds.
  const kind = isMarketing ? 'marketing' : campaign.class
  const now = world.now()
  const claim: Claim = {
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
async function end(pumping: Pumping, campaign: Pumped, deps: PumpDeps): Promise<Outcome> {
  const { agent, lane, campaignKey } = pumping
  const open = await deps.sends.open(deps.db, agent, campaign.id)
  if (!open) return done({ write: (tx) => deps.move(tx, agent, campaign, { verb: 'complete' }) })
  if (lane !== 0) return done()
  const now = deps.world.now().getTime()
  if (open.sending > 0) return later(new Date(now + lookForSendingMilliseconds))
  const hindrance = campaign.isTest ? undefined : hindranceFor(campaign, await see(agent, deps), deps)
  if (hindrance?.kind === 'fails') return hindered(pumping, campaign, hindrance, deps)
  const reason = open.held > 0 ? 'in-conversation' : 'provider_unavailable'
  const waiting = hindrance?.waiting ?? { reason, until: open.dueAt.toISOString() }
  await setWaiting(deps.db, agent, campaignKey, waiting)
  const dueIn = Math.max(open.dueAt.getTime() - now, lookForSendingMilliseconds)
  return later(new Date(now + Math.min(dueIn, lookForEndMilliseconds)))
}

import { LruCache } from '@parley/findings'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { World } from '../../platform/world.ts'
import type { Campaign, CampaignCounters, CampaignDetails } from './campaign.ts'
import type { CampaignDeps } from './deps.ts'
import type { ExperimentCounts } from './experiment/results.ts'
import { countExperiment } from './queries/experiment.ts'
import { archiveCounters, listExpiredCampaigns } from './queries/references.ts'
import { readTimeline } from './queries/timeline.ts'
import { type CampaignOutline, findCampaignOutline } from './queries.ts'
import { zeroCounters } from './report.ts'

type CountedCampaign = Pick<Campaign, 'id' | 'key' | 'counters' | 'startedAt'>
type PendingCount<Counts> = { counted: Promise<Counts>; isDone: boolean; countedAt: number; freshUntil: number }

/** A count faster than this is not cached. */
const quickMilliseconds = 50
const maxCachedCounts = 1000

/** Counts the outcomes of a campaign's sends; `evict` drops the cached counts after a transition. */
export type CampaignCounterCache = {
  get(db: Db, agent: AgentKey, campaign: CountedCampaign): Promise<CampaignCounters>
  /** With what only the report shows. */
  getDetailed(db: Db, agent: AgentKey, campaign: CountedCampaign): Promise<CampaignCounters>
  evict(campaignKey: number): void
}

type CounterDeps = Pick<CampaignDeps, 'sends' | 'definitions' | 'world'>

export function createCounterCache(deps: CounterDeps): CampaignCounterCache {
  const { sends, world } = deps
  const counters = createSlowCounts<CampaignCounters>((db, agent, { id }) => sends.count(db, agent, id), world)
  const details = createSlowCounts<CampaignDetails>((db, agent, { id }) => readDetails(db, agent, id, deps), world)
  const get: CampaignCounterCache['get'] = async (db, agent, campaign) => {
    if (campaign.counters) return campaign.counters
    return campaign.startedAt ? counters.get(db, agent, campaign) : zeroCounters
  }
  return {
    get,
    async getDetailed(db, agent, campaign) {
      const counted = await get(db, agent, campaign)
      if (campaign.counters) return counted
      return { ...counted, ...(await details.get(db, agent, campaign)) }
    },
    evict(campaignKey) {
      counters.evict(campaignKey)
      details.evict(campaignKey)
    },
  }
}

type CountCampaign<Counts> = (db: Db, agent: AgentKey, campaign: CountedCampaign) => Promise<Counts>

/**
 * Counting a million sends takes seconds. A count is cached for ten times as long as it took, so watching a large
 * campaign costs at most a tenth of a processor, whatever the number of viewers.
 */
function createSlowCounts<Counts>(read: CountCampaign<Counts>, { now }: Pick<World, 'now'>) {
  const clock = () => now().getTime()
  const known = new LruCache<number, PendingCount<Counts>>(maxCachedCounts)

  function count(db: Db, agent: AgentKey, campaign: CountedCampaign): Promise<Counts> {
    const { key } = campaign
    const began = clock()
    const counting: PendingCount<Counts> = {
      counted: read(db, agent, campaign),
      isDone: false,
      countedAt: began,
      freshUntil: 0,
    }
    known.set(key, counting)
    const drop = () => known.get(key) === counting && known.delete(key)
    counting.counted.then(() => {
      counting.countedAt = clock()
      const took = counting.countedAt - began
      counting.isDone = true
      counting.freshUntil = counting.countedAt + 10 * took
      if (took < quickMilliseconds) drop()
    }, drop)
    return counting.counted
  }

  /** A clock that was set back would otherwise keep a count for that long. */
  const isFresh = ({ countedAt, freshUntil }: PendingCount<Counts>) => countedAt <= clock() && clock() < freshUntil

  return {
    async get(db: Db, agent: AgentKey, campaign: CountedCampaign): Promise<Counts> {
      // A transaction's own uncommitted view must not reach other callers.
      if (db.isTransaction) return read(db, agent, campaign)
      const counting = known.get(campaign.key)
      const isGood = counting && (!counting.isDone || isFresh(counting))
      return isGood ? counting.counted : count(db, agent, campaign)
    },
    evict: (campaignKey: number) => void known.delete(campaignKey),
  }
}

const day = 86_400_000
const archiveBatchSize = 20

/**
 * Retention of sends. Counters are archived before the sends expire, or the messages that record delivery and reads,
 * whichever comes first.
 */
const sendDays = 180
const defaultArchiveDays = 170
/** Receipts that arrive later are not counted. */
const receiptDays = 7

type CounterRetention = { now: Date; historyDays: number }

/** Counts the groups of a campaign's experiment, if it has one, and what happened when. */
async function readDetails(
  db: Db,
  agent: AgentKey,
  campaignId: string,
  { definitions, world }: Pick<CampaignDeps, 'definitions' | 'world'>,
): Promise<CampaignDetails> {
  const campaign = await findCampaignOutline(db, agent, campaignId)
  if (!campaign) return {}
  const experiment = await readExperiment(db, agent, campaign, { definitions })
  const timeline =
    campaign.startedAt && !campaign.isTest
      ? await readTimeline(db, agent, { campaignId, startedAt: campaign.startedAt, now: world.now() })
      : undefined
  return { experiment, timeline }
}

async function readExperiment(
  db: Db,
  agent: AgentKey,
  campaign: CampaignOutline,
  { definitions }: Pick<CampaignDeps, 'definitions'>,
): Promise<ExperimentCounts | undefined> {
  if (!campaign.variants && campaign.staged?.heldOut === undefined) return undefined
  const { outreaches } = await definitions.read(db, agent)
  const goal = outreaches.find(({ id }) => id === campaign.outreachId)?.goal
  const goalIds = goal && [goal.goalId, ...(goal.then === undefined ? [] : [goal.then])]
  return countExperiment(db, agent, { ...campaign, goalIds })
}

/**
 * Archives a campaign's report and drops its recipients before the first of the rows it is counted from expires. With a
 * short history, receipts have one day to arrive.
 */
export async function archiveOldCounters(
  db: Db,
  { now, historyDays }: CounterRetention,
  { sends, definitions, world }: Pick<CampaignDeps, 'sends' | 'definitions' | 'world'>,
): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * day)
  const countable = Math.min(sendDays, historyDays)
  const keepAfter = Math.min(defaultArchiveDays, countable - 1)
  const age = {
    startedBefore: before(keepAfter),
    endedBefore: before(Math.min(receiptDays, countable - keepAfter)),
  }
  for (;;) {
    const old = await listExpiredCampaigns(db, age, archiveBatchSize)
    for (const { agent, key, id } of old) {
      const details = await readDetails(db, agent, id, { definitions, world })
      await archiveCounters(db, agent, key, { ...(await sends.count(db, agent, id)), ...details })
    }
    if (old.length < archiveBatchSize) return
  }
}

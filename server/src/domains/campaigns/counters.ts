import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Campaign, CampaignCounters } from './campaign.ts'
import { zeroCounters } from './counts.ts'
import type { CampaignDeps } from './deps.ts'
import { archiveCounters, listExpiredCampaigns } from './queries/references.ts'

type CountedCampaign = Pick<Campaign, 'id' | 'key' | 'counters' | 'startedAt'>
type PendingCount = { counted: Promise<CampaignCounters>; isDone: boolean; freshUntil: number }

/** What was counted as fast as this is counted anew each time. */
const quickMilliseconds = 50
const maxCachedCounts = 1000

/** Counts what became of the sends of campaigns; `forget` what was counted before a campaign moved. */
export type CampaignCounterCache = {
  get(db: Db, agent: AgentKey, campaign: CountedCampaign): Promise<CampaignCounters>
  evict(campaignKey: number): void
}

/**
 * A million sends take seconds to count. What was counted is good for ten times as long as that took, so that watching a
 * large campaign costs a tenth of a processor at most, however many watch.
 */
export function createCounterCache({
  sends,
  clock = () => performance.now(),
}: Pick<CampaignDeps, 'sends'> & Clock): CampaignCounterCache {
  const known = new Map<number, PendingCount>()

  function count(db: Db, agent: AgentKey, { id, key }: CountedCampaign): Promise<CampaignCounters> {
    const began = clock()
    const counting: PendingCount = { counted: sends.count(db, agent, id), isDone: false, freshUntil: 0 }
    known.delete(key)
    known.set(key, counting)
    if (known.size > maxCachedCounts) known.delete(known.keys().next().value as number)
    const drop = () => known.get(key) === counting && known.delete(key)
    counting.counted.then(() => {
      const took = clock() - began
      counting.isDone = true
      counting.freshUntil = clock() + 10 * took
      if (took < quickMilliseconds) drop()
    }, drop)
    return counting.counted
  }

  return {
    async get(db, agent, campaign) {
      if (campaign.counters) return campaign.counters
      if (!campaign.startedAt) return zeroCounters
      // What a transaction sees of its own is not for others.
      if (db.isTransaction) return sends.count(db, agent, campaign.id)
      const counting = known.get(campaign.key)
      const isGood = counting && (!counting.isDone || clock() < counting.freshUntil)
      return isGood ? counting.counted : count(db, agent, campaign)
    },
    evict: (campaignKey) => void known.delete(campaignKey),
  }
}
type Clock = { clock?: () => number }

const day = 86_400_000
const archiveBatchSize = 20

/** Whichever comes first: sends, or the messages that know what was delivered and read. */
const sendDays = 180
const defaultArchiveDays = 170
/** Receipts that come later count no more. */
const receiptDays = 7

type CounterRetention = { now: Date; historyDays: number }

/**
 * The report of a campaign is kept for good before the first of what it is counted from is forgotten, and its recipients
 * go. What is forgotten early leaves a day for receipts.
 */
export async function archiveOldCounters(
  db: Db,
  { now, historyDays }: CounterRetention,
  { sends }: Pick<CampaignDeps, 'sends'>,
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
    for (const { agent, key, id } of old) await archiveCounters(db, agent, key, await sends.count(db, agent, id))
    if (old.length < archiveBatchSize) return
  }
}

import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Campaign, Tally } from './campaign.ts'
import { nothingSent } from './counts.ts'
import type { CampaignDeps } from './deps.ts'
import { keepTally, oldCampaigns } from './queries/references.ts'

type Asked = Pick<Campaign, 'id' | 'key' | 'tally' | 'startedAt'>
type Counting = { counted: Promise<Tally>; isDone: boolean; freshUntil: number }

/** What was counted as fast as this is counted anew each time. */
const quickMilliseconds = 50
const mostRemembered = 1000

/** Counts what became of the sends of campaigns; `forget` what was counted before a campaign moved. */
export type Tallies = {
  of(db: Db, agent: AgentKey, campaign: Asked): Promise<Tally>
  forget(campaignKey: number): void
}

/**
 * A million sends take seconds to count. What was counted is good for ten times as long as that took, so that watching a
 * large campaign costs a tenth of a processor at most, however many watch.
 */
export function talliesOf({ sends, clock = () => performance.now() }: Pick<CampaignDeps, 'sends'> & Clock): Tallies {
  const known = new Map<number, Counting>()

  function count(db: Db, agent: AgentKey, { id, key }: Asked): Promise<Tally> {
    const began = clock()
    const counting: Counting = { counted: sends.tally(db, agent, id), isDone: false, freshUntil: 0 }
    known.delete(key)
    known.set(key, counting)
    if (known.size > mostRemembered) known.delete(known.keys().next().value as number)
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
    async of(db, agent, campaign) {
      if (campaign.tally) return campaign.tally
      if (!campaign.startedAt) return nothingSent
      // What a transaction sees of its own is not for others.
      if (db.isTransaction) return sends.tally(db, agent, campaign.id)
      const counting = known.get(campaign.key)
      const isGood = counting && (!counting.isDone || clock() < counting.freshUntil)
      return isGood ? counting.counted : count(db, agent, campaign)
    },
    forget: (campaignKey) => void known.delete(campaignKey),
  }
}
type Clock = { clock?: () => number }

const day = 86_400_000
const atOnce = 20

/** Whichever comes first: sends, or the messages that know what was delivered and read. */
const sendDays = 180
const usualDays = 170
/** Receipts that come later count no more. */
const receiptDays = 7

type Kept = { now: Date; historyDays: number }

/**
 * The report of a campaign is kept for good before the first of what it is counted from is forgotten, and its recipients
 * go. What is forgotten early leaves a day for receipts.
 */
export async function keepOldTallies(
  db: Db,
  { now, historyDays }: Kept,
  { sends }: Pick<CampaignDeps, 'sends'>,
): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * day)
  const countable = Math.min(sendDays, historyDays)
  const keepAfter = Math.min(usualDays, countable - 1)
  const age = {
    startedBefore: before(keepAfter),
    endedBefore: before(Math.min(receiptDays, countable - keepAfter)),
  }
  for (;;) {
    const old = await oldCampaigns(db, age, atOnce)
    for (const { agent, key, id } of old) await keepTally(db, agent, key, await sends.tally(db, agent, id))
    if (old.length < atOnce) return
  }
}

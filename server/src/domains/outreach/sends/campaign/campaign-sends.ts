import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { splitIntoChunks } from '../../chunks.ts'
import { cancelSends } from '../queries/transitions.ts'
import type { SendTransitions } from '../transitions.ts'
import { nudgeSends } from '../worker.ts'
import type { CampaignSends, SendCounters } from './deps.ts'
import { type BatchDispatchDeps, dispatchClaimedSends } from './dispatch.ts'
import {
  countCampaignSends,
  findOpenSends,
  findQueuedSends,
  insertClaimedSends,
  rescheduleCampaignSends,
} from './queries/campaign-sends.ts'

type CampaignSendsDeps = BatchDispatchDeps & Pick<SendTransitions, 'abandonSends' | 'publishEnd'>
type CampaignToCancel = Parameters<CampaignSends['cancel']>[2]
type CancelScope = { wereTried: boolean; most: number }

/**
 * How many sends are canceled at once with a campaign: attempted ones are ended individually, which takes time. The
 * worker cancels the rest.
 */
const maxCancelled = 20_000
const maxAbandoned = 300

export function createCampaignSends(deps: CampaignSendsDeps): CampaignSends {
  const { world } = deps
  const detail = 'The campaign was canceled'
  const tell = { state: 'cancelled', detail } as const

  async function cancelSome(
    tx: Db,
    agent: AgentKey,
    { id, isTest }: CampaignToCancel,
    which: CancelScope,
  ): Promise<void> {
    for (const ids of splitIntoChunks(await findQueuedSends(tx, agent, id, which))) {
      const moved = await cancelSends(tx, agent, { ids, detail, now: world.now() })
      if (isTest) continue
      if (which.wereTried) await deps.abandonSends(tx, agent, moved, tell)
      else await deps.publishEnd(tx, agent, moved, tell)
    }
  }

  return {
    claim: insertClaimedSends,
    dispatch: (agent, claim, signal) => dispatchClaimedSends(agent, claim, signal, deps),
    async rescheduleNow(tx, agent, campaignId) {
      await rescheduleCampaignSends(tx, agent, campaignId, { now: world.now() })
      nudgeSends(tx)
    },
    async cancel(tx, agent, campaign) {
      await cancelSome(tx, agent, campaign, { wereTried: false, most: maxCancelled })
      await cancelSome(tx, agent, campaign, { wereTried: true, most: maxAbandoned })
      await rescheduleCampaignSends(tx, agent, campaign.id, { now: world.now(), alsoTried: true })
      nudgeSends(tx)
    },
    findOpen: findOpenSends,
    async count(db, agent, campaignId) {
      const counters: SendCounters = { states: { ...zeroStates }, delivered: 0, read: 0, reasons: {}, tapped: 0 }
      for (const { state, reason, sends, delivered, read, tapped } of await countCampaignSends(db, agent, campaignId)) {
        counters.states[state] += sends
        counters.delivered += delivered
        counters.read += read
        counters.tapped = (counters.tapped ?? 0) + tapped
        if (reason !== null) counters.reasons[reason] = (counters.reasons[reason] ?? 0) + sends
      }
      return counters
    },
  }
}

const zeroStates: SendCounters['states'] = { queued: 0, sending: 0, sent: 0, failed: 0, suppressed: 0, cancelled: 0 }

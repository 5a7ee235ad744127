import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { piecesOf } from '../../pieces.ts'
import type { sendMoves } from '../moves.ts'
import { cancelSends } from '../queries/moves.ts'
import { nudgeSends } from '../worker.ts'
import type { CampaignSends, SendTally } from './deps.ts'
import { type HandDeps, handTogether } from './hand.ts'
import { countSends, findOpen, findQueued, hastenCampaign, insertClaimed } from './queries/claimed.ts'

type Deps = HandDeps & Pick<ReturnType<typeof sendMoves>, 'giveUp' | 'tell'>
type Cancelled = Parameters<CampaignSends['cancel']>[2]
type Which = { wereTried: boolean; most: number }

/** Of what goes with a campaign at once: what was taken down ends one by one, which takes time. Its worker cancels the rest. */
const mostCancelled = 20_000
const mostAbandoned = 300

/** What campaigns do with their sends. */
export function campaignSendsOf(deps: Deps): CampaignSends {
  const { world } = deps
  const detail = 'The campaign was cancelled'
  const tell = { state: 'cancelled', detail } as const

  async function cancelSome(tx: Db, agent: AgentKey, { id, isTest }: Cancelled, which: Which): Promise<void> {
    for (const ids of piecesOf(await findQueued(tx, agent, id, which))) {
      const moved = await cancelSends(tx, agent, { ids, detail, now: world.now() })
      if (isTest) continue
      if (which.wereTried) await deps.giveUp(tx, agent, moved, tell)
      else await deps.tell(tx, agent, moved, tell)
    }
  }

  return {
    claim: insertClaimed,
    hand: (agent, claim, signal) => handTogether(agent, claim, signal, deps),
    async hasten(tx, agent, campaignId) {
      await hastenCampaign(tx, agent, campaignId, { now: world.now() })
      nudgeSends(tx)
    },
    async cancel(tx, agent, campaign) {
      await cancelSome(tx, agent, campaign, { wereTried: false, most: mostCancelled })
      await cancelSome(tx, agent, campaign, { wereTried: true, most: mostAbandoned })
      await hastenCampaign(tx, agent, campaign.id, { now: world.now(), alsoTried: true })
      nudgeSends(tx)
    },
    open: findOpen,
    async tally(db, agent, campaignId) {
      const tally: SendTally = { states: { ...none }, delivered: 0, read: 0, reasons: {} }
      for (const { state, reason, sends, delivered, read } of await countSends(db, agent, campaignId)) {
        tally.states[state] += sends
        tally.delivered += delivered
        tally.read += read
        if (reason !== null) tally.reasons[reason] = (tally.reasons[reason] ?? 0) + sends
      }
      return tally
    },
  }
}

const none: SendTally['states'] = { queued: 0, sending: 0, sent: 0, failed: 0, suppressed: 0, cancelled: 0 }

import { piecesOf } from '../../pieces.ts'
import type { sendMoves } from '../moves.ts'
import { cancelSends } from '../queries/moves.ts'
import { nudgeSends } from '../worker.ts'
import type { CampaignSends, SendTally } from './deps.ts'
import { type HandDeps, handTogether } from './hand.ts'
import { countSends, findOpen, findQueued, hastenCampaign, insertClaimed } from './queries/claimed.ts'

type Deps = HandDeps & Pick<ReturnType<typeof sendMoves>, 'giveUp'>

/** Of what goes with a campaign at once; its worker cancels the rest when it is due. */
const mostCancelled = 20_000

/** What campaigns do with their sends. */
export function campaignSendsOf(deps: Deps): CampaignSends {
  const { world } = deps
  return {
    claim: insertClaimed,
    hand: (agent, claim, signal) => handTogether(agent, claim, signal, deps),
    async hasten(tx, agent, campaignId) {
      await hastenCampaign(tx, agent, campaignId, world.now())
      nudgeSends(tx)
    },
    async cancel(tx, agent, campaignId) {
      const detail = 'The campaign was cancelled'
      for (const ids of piecesOf(await findQueued(tx, agent, campaignId, mostCancelled))) {
        const moved = await cancelSends(tx, agent, { ids, detail, now: world.now() })
        await deps.giveUp(tx, agent, moved, { state: 'cancelled', detail })
      }
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

import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Tell, TellStatus } from '../deps.ts'
import { sessionGoesOn } from '../sessions/session.ts'
import { windowState } from '../windows/window.ts'
import { readSession } from './queries/receipts.ts'

type Deps = { tell: Tell; world: World; hearsStatuses(agent: AgentKey): Promise<boolean> }

/** Statuses never start or prolong a session: they carry the live one, or else that of the message. */
export function statusTellerOf({ tell, world, hearsStatuses }: Deps): TellStatus {
  return async (tx, agent, { asid, sessionId, sandbox, status }) => {
    if (!(await hearsStatuses(agent))) return
    const at = world.now()
    const live = await readSession(tx, agent, asid)
    const isLive = live !== undefined && sessionGoesOn(live.at, at)
    const channel = live?.channel ?? status.attempt.channel
    const told = { asid, sessionId: isLive ? live.id : sessionId, channel, provider: status.attempt.provider, sandbox }
    const state = windowState(channel, live?.writtenAt, at)
    await tell(tx, agent, [{ ...told, event: { type: 'status', status }, windowState: state, at }])
  }
}

import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ClockEvent, ClockSource } from '../../../platform/sandbox-clock.ts'
import { findLastAcceptedAt } from '../messages/queries.ts'
import { type EndSessionsDeps, endSessionOf, sessionEndsAt } from '../sessions/session.ts'
import { windowClosesAt } from '../windows/window.ts'
import { emulatorProvider, type SandboxDeps } from './deps.ts'
import {
  findSandboxActivity,
  findWindowClosedAt,
  hasOpenSession,
  insertDeliveredEvents,
  type SandboxActivity,
} from './queries.ts'
import { deliverAll } from './run-turn.ts'

type ClockDeps = SandboxDeps & Pick<EndSessionsDeps, 'announce' | 'onSessionsEnded'>

/** Sessions and reply windows of sandbox conversations: they end when the person's clock passes their time. */
export const createSandboxClockSources = (deps: ClockDeps): ClockSource[] => [
  createSessionSource(deps),
  createWindowSource(deps),
]

function createSessionSource(deps: ClockDeps): ClockSource {
  const { db } = deps
  return {
    async findNext(agent, asid) {
      const activity = await findSandboxActivity(db, agent, asid)
      if (!activity || !(await hasOpenSession(db, agent, { asid, sessionId: activity.sessionId }))) return undefined
      const { lastContentAt } = activity
      const acceptedAt = (await findLastAcceptedAt(db, agent, asid)) ?? lastContentAt
      const at = sessionEndsAt(new Date(Math.max(acceptedAt.getTime(), lastContentAt.getTime())))
      const perform = async (): Promise<ClockEvent | undefined> => {
        const ended = await endSessionOf(db, { agent, asid, sessionId: activity.sessionId }, deps)
        return ended ? { kind: 'session.ended' } : undefined
      }
      return { at, perform }
    },
  }
}

function createWindowSource(deps: ClockDeps): ClockSource {
  const { db } = deps
  return {
    async findNext(agent, asid) {
      const activity = await findSandboxActivity(db, agent, asid)
      const at = activity?.lastInboundAt && windowClosesAt(activity.channel, activity.lastInboundAt)
      if (!at || !activity) return undefined
      const closedAt = await findWindowClosedAt(db, agent, asid)
      if (closedAt && activity.lastInboundAt && closedAt > activity.lastInboundAt) return undefined
      return { at, perform: () => closeWindow(agent, { asid, activity }, deps) }
    },
  }
}

type OpenWindow = { asid: string; activity: SandboxActivity }

/** The agent receives the event at once, as all events of the sandbox. */
async function closeWindow(
  agent: AgentKey,
  { asid, activity }: OpenWindow,
  deps: ClockDeps,
): Promise<ClockEvent | undefined> {
  const { channel, sessionId } = activity
  const event = { type: 'system', kind: 'windowChanged', window: { state: 'closed' } } as const
  const stored = {
    id: deps.world.newId('evt'),
    ...{ asid, sessionId, channel, provider: emulatorProvider, sandbox: true },
    ...{ event, windowState: 'closed' as const, at: deps.world.now() },
  }
  await inTransaction(deps.db, (tx) => insertDeliveredEvents(tx, agent, [stored]))
  await deliverAll(agent, [stored], AbortSignal.timeout(deliveryMilliseconds), deps)
  return { kind: 'window.closed' }
}

const deliveryMilliseconds = 30_000

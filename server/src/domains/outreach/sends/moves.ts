import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { DefinitionListener } from '../../agents/index.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { PersonListener } from '../../people/index.ts'
import { piecesOf } from '../pieces.ts'
import { sendUpdated } from './events.ts'
import {
  cancelSend,
  cancelSends,
  endSendsOf,
  findWaiting,
  hastenSends,
  hastenUnresolved,
  type Moved,
  moveSends,
  noteResponse,
  stripSends,
  type Waiting,
} from './queries/moves.ts'
import type { FailureReason, SendState } from './send.ts'
import { nudgeSends } from './worker.ts'

export type MoveDeps = {
  announce: Announce
  world: World
  /** What was taken down for a send that will not be tried again. */
  abandon: Conversations['abandon']
  /** Sends have ended without being handed over. */
  ended(tx: Db, agent: AgentKey, moved: readonly Moved[], end: { state: Final; reason?: FailureReason }): Promise<void>
}

type Final = Exclude<SendState, 'queued' | 'sending'>
type End = { state: Final; reason?: FailureReason; detail: string }

/** Of what goes with an Outreach at once: what was taken down ends one by one, which takes time. */
const mostAbandoned = 500
const mostCancelled = 20_000
/** Of the others these carry on what was begun. */
const mostHastened = 1000

/** What became of the message of a send is known: its worker looks at it now. */
export function outcomeHearerOf({ world }: Pick<MoveDeps, 'world'>) {
  return async (tx: Db, agent: AgentKey, sendId: string): Promise<void> => {
    await hastenUnresolved(tx, agent, sendId, world.now())
    nudgeSends(tx)
  }
}

/** The moves of sends that nobody is handing over, other than by their worker. */
export function sendMoves({ announce, world, abandon, ended }: MoveDeps) {
  async function tell(tx: Db, agent: AgentKey, moved: readonly Moved[], { state, reason }: Omit<End, 'detail'>) {
    await ended(tx, agent, moved, { state, reason })
    await announce(tx, ...moved.map((send) => sendUpdated(agent, { ...send, state, reason })))
  }

  async function giveUp(tx: Db, agent: AgentKey, moved: readonly Moved[], end: End): Promise<void> {
    for (const { id } of moved) await abandon(tx, agent, id, { reason: 'expired', detail: end.detail })
    await tell(tx, agent, moved, end)
  }

  const gone = { state: 'failed', reason: 'no_channel_identity' } as const

  const listener: PersonListener = {
    async merged(tx, agent, { from, into }) {
      const detail = 'The Person was merged into another before the send was handed over'
      await giveUp(tx, agent, await endSendsOf(tx, agent, { personId: from.id, detail, now: world.now() }), {
        ...gone,
        detail,
      })
      await moveSends(tx, agent, { from: from.id, into: into.id })
    },
    async erased(tx, agent, person) {
      const detail = 'The Person was erased before the send was handed over'
      await giveUp(tx, agent, await endSendsOf(tx, agent, { personId: person.id, detail, now: world.now() }), {
        ...gone,
        detail,
      })
      await stripSends(tx, agent, person.id)
    },
  }

  type OfOutreach = { outreachId: string; detail: string }

  async function cancelThese(tx: Db, agent: AgentKey, waiting: readonly Waiting[], detail: string): Promise<void> {
    for (const some of piecesOf(waiting)) {
      const moved = await cancelSends(tx, agent, { ids: some.map(({ id }) => id), detail, now: world.now() })
      await tell(tx, agent, moved, { state: 'cancelled' })
    }
  }

  /** However many they are, it takes some seconds: the rest goes by `cancelMore` when the worker meets the first of them. */
  async function cancelAllOf(tx: Db, agent: AgentKey, { outreachId, detail }: OfOutreach): Promise<void> {
    const waiting = await findWaiting(tx, agent, { outreachId, most: mostCancelled + mostHastened })
    const now = world.now()
    const ids = waiting.slice(0, mostAbandoned).map(({ id }) => id)
    await giveUp(tx, agent, await cancelSends(tx, agent, { ids, detail, now }), { state: 'cancelled', detail })
    const isLeft = ({ wasTried }: Waiting, at: number) => wasTried || at >= mostCancelled
    const others = waiting.slice(mostAbandoned)
    await cancelThese(
      tx,
      agent,
      others.filter((one, at) => !isLeft(one, at)),
      detail,
    )
    for (const some of piecesOf(others.filter(isLeft))) {
      await hastenSends(tx, agent, { ids: some.map(({ id }) => id), detail, now })
    }
    nudgeSends(tx)
  }

  /** Queued sends go with their Outreach; what is on its way is left alone. */
  const outreachGone: DefinitionListener = async (tx, agent, { before, definition, changed }) => {
    if (!changed.includes('outreaches')) return
    const left = new Set(definition.outreaches.map(({ id }) => id))
    for (const { id, name } of before.outreaches.filter(({ id }) => !left.has(id))) {
      await cancelAllOf(tx, agent, { outreachId: id, detail: `The Outreach “${name}” (${id}) was deleted` })
    }
  }

  return {
    ...{ listener, outreachGone, tell, giveUp },
    /** Its worker has met a send whose Outreach is gone: others that were never tried go with it. */
    async cancelMore(tx: Db, agent: AgentKey, { outreachId, detail }: OfOutreach): Promise<void> {
      const waiting = await findWaiting(tx, agent, { outreachId, most: mostHastened, isFresh: true })
      await cancelThese(tx, agent, waiting, detail)
    },
    async cancel(tx: Db, agent: AgentKey, sendId: string): Promise<boolean> {
      const moved = await cancelSend(tx, agent, sendId, world.now())
      if (moved) await giveUp(tx, agent, [moved], { state: 'cancelled', detail: 'The send was cancelled' })
      return moved !== undefined
    },
    /** The person has written for the first time since it was sent. */
    async answered(tx: Db, agent: AgentKey, { openedBy, at }: { openedBy: string; at: Date }): Promise<void> {
      const moved = await noteResponse(tx, agent, openedBy, at)
      if (moved) await announce(tx, sendUpdated(agent, { ...moved, state: 'sent', responded: true }))
    },
  }
}

import type { Db } from '../../../platform/db/database.ts'
import { afterCommit } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { DefinitionListener } from '../../agents/index.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { PersonListener } from '../../people/index.ts'
import { splitIntoChunks } from '../chunks.ts'
import type { OutreachDeps } from '../deps.ts'
import { buildLinkOpening } from '../links/link-opening.ts'
import { isRedemption } from '../links/queries.ts'
import {
  anonymizeSends,
  cancelSend,
  cancelSends,
  endSendsOfPerson,
  findWaitingSends,
  moveSend,
  reassignSends,
  recordResponse,
  rescheduleSendsNow,
  rescheduleUnresolvedNow,
  type TransitionedSend,
  type WaitingSend,
} from './queries/transitions.ts'
import { type SendFailureReason, type SendState, sendUpdated } from './send.ts'
import { nudgeSends } from './worker.ts'

export type SendTransitionDeps = {
  announce: Announce
  world: World
  /** Ends the stored message of a send that will not be retried. */
  abandon: Conversations['abandon']
  /** Called when sends have ended without being dispatched. */
  onEnded(
    tx: Db,
    agent: AgentKey,
    moved: readonly TransitionedSend[],
    end: { state: Final; reason?: SendFailureReason },
  ): Promise<void>
}

type Final = Exclude<SendState, 'queued' | 'sending'>
type End = { state: Final; reason?: SendFailureReason; detail: string }

/**
 * How many attempted messages are abandoned at once when an Outreach is deleted; each is ended individually, which
 * takes time.
 */
const maxAbandoned = 500
const maxCancelled = 20_000
/** How many of the remaining sends are rescheduled; their worker cancels them and the rest. */
const maxRescheduled = 1000

/** Makes a send due now when the outcome of its message becomes known. */
export function createOutcomeHandler({ world }: Pick<SendTransitionDeps, 'world'>) {
  return async (tx: Db, agent: AgentKey, sendId: string): Promise<void> => {
    await rescheduleUnresolvedNow(tx, agent, sendId, world.now())
    nudgeSends(tx)
  }
}

type Moved = readonly TransitionedSend[]
type OfOutreach = { outreachId: string; detail: string }

/** Transitions of sends that are not being dispatched, made by something other than their worker. */
export type SendTransitions = {
  listener: PersonListener
  /** Cancels queued sends with their Outreach; those in flight are left alone. */
  onOutreachDeleted: DefinitionListener
  publishEnd(tx: Db, agent: AgentKey, moved: Moved, end: Omit<End, 'detail'>): Promise<void>
  abandonSends(tx: Db, agent: AgentKey, moved: Moved, end: End): Promise<void>
  /** Called when the worker finds a send of a deleted Outreach: cancels more that were never attempted. */
  cancelMore(tx: Db, agent: AgentKey, of: OfOutreach): Promise<void>
  cancel(tx: Db, agent: AgentKey, sendId: string): Promise<boolean>
  /** Called for the person's first message since the send. */
  onAnswered(tx: Db, agent: AgentKey, answer: { initiatedBy: string; at: Date }): Promise<void>
}

export function createSendTransitions({ announce, world, abandon, onEnded }: SendTransitionDeps): SendTransitions {
  async function publishEnd(tx: Db, agent: AgentKey, moved: Moved, { state, reason }: Omit<End, 'detail'>) {
    await onEnded(tx, agent, moved, { state, reason })
    await announce(tx, ...moved.map((send) => sendUpdated(agent, { ...send, state, reason })))
  }

  async function abandonSends(tx: Db, agent: AgentKey, moved: Moved, end: End): Promise<void> {
    for (const { id } of moved) await abandon(tx, agent, id, { reason: 'expired', detail: end.detail })
    await publishEnd(tx, agent, moved, end)
  }

  const ending = { state: 'failed', reason: 'no_channel_identity' } as const

  const listener: PersonListener = {
    async onMerge(tx, agent, { from, into }) {
      const detail = 'The Person was merged into another before the send was dispatched'
      const moved = await endSendsOfPerson(tx, agent, { personId: from.id, detail, now: world.now() })
      await abandonSends(tx, agent, moved, { ...ending, detail })
      await reassignSends(tx, agent, { from: from.id, into: into.id })
    },
    async onErase(tx, agent, person) {
      const detail = 'The Person was erased before the send was dispatched'
      const moved = await endSendsOfPerson(tx, agent, { personId: person.id, detail, now: world.now() })
      await abandonSends(tx, agent, moved, { ...ending, detail })
      await anonymizeSends(tx, agent, person.id)
    },
  }

  async function cancelThese(tx: Db, agent: AgentKey, waiting: readonly WaitingSend[], detail: string): Promise<void> {
    for (const some of splitIntoChunks(waiting)) {
      const moved = await cancelSends(tx, agent, { ids: some.map(({ id }) => id), detail, now: world.now() })
      await publishEnd(tx, agent, moved, { state: 'cancelled' })
    }
  }

  /**
   * Limits the work to a few seconds however many there are; `cancelMore` handles the rest when the worker reaches the
   * first of them.
   */
  async function cancelAllOf(tx: Db, agent: AgentKey, { outreachId, detail }: OfOutreach): Promise<void> {
    const waiting = await findWaitingSends(tx, agent, { outreachId, most: maxCancelled + maxRescheduled })
    const now = world.now()
    const ids = waiting.slice(0, maxAbandoned).map(({ id }) => id)
    await abandonSends(tx, agent, await cancelSends(tx, agent, { ids, detail, now }), { state: 'cancelled', detail })
    const isLeft = ({ wasTried }: WaitingSend, at: number) => wasTried || at >= maxCancelled
    const others = waiting.slice(maxAbandoned)
    const untried = others.filter((one, at) => !isLeft(one, at))
    await cancelThese(tx, agent, untried, detail)
    for (const some of splitIntoChunks(others.filter(isLeft))) {
      await rescheduleSendsNow(tx, agent, { ids: some.map(({ id }) => id), detail, now })
    }
    nudgeSends(tx)
  }

  const onOutreachDeleted: DefinitionListener = async (tx, agent, { before, definition, changed }) => {
    if (!changed.includes('outreaches')) return
    const left = new Set(definition.outreaches.map(({ id }) => id))
    for (const { id, name } of before.outreaches.filter(({ id }) => !left.has(id))) {
      await cancelAllOf(tx, agent, { outreachId: id, detail: `The Outreach “${name}” (${id}) was deleted` })
    }
  }

  return {
    listener,
    onOutreachDeleted,
    publishEnd,
    abandonSends,
    async cancelMore(tx, agent, { outreachId, detail }) {
      const waiting = await findWaitingSends(tx, agent, { outreachId, most: maxRescheduled, isFresh: true })
      await cancelThese(tx, agent, waiting, detail)
    },
    async cancel(tx, agent, sendId) {
      const moved = await cancelSend(tx, agent, sendId, world.now())
      if (moved) await abandonSends(tx, agent, [moved], { state: 'cancelled', detail: 'The send was canceled' })
      return moved !== undefined
    },
    async onAnswered(tx, agent, { initiatedBy, at }) {
      const moved = await recordResponse(tx, agent, initiatedBy, at)
      if (moved) await announce(tx, sendUpdated(agent, { ...moved, state: 'sent', responded: true }))
    },
  }
}

type MoveDeps = Pick<OutreachDeps, 'definitions' | 'opened'>
type OnInitiationMoved = NonNullable<Conversations['dispatch']['onInitiationMoved']>

/**
 * The send shows the channel that its opener goes by now, and a reply there reaches the playbook of the Outreach. The
 * opener of a link moves alike.
 */
export function createMoveHandler({ definitions, opened }: MoveDeps): OnInitiationMoved {
  return async (tx, agent, { initiatedBy, messageId, text, asid, channel }) => {
    const outreachId = await moveSend(tx, agent, { id: initiatedBy, messageId, asid, channel })
    if (outreachId === undefined && !(await isRedemption(tx, agent, initiatedBy))) return
    const definition = await definitions.read(tx, agent)
    const playbookId =
      outreachId === undefined
        ? buildLinkOpening(definition).playbookId
        : definition.outreaches.find(({ id }) => id === outreachId)?.playbookId
    // The conversation is committed even if its playbook cannot be set.
    afterCommit(tx, () => void opened(agent, asid, { text, playbookId, outreachId }).catch(() => undefined))
  }
}

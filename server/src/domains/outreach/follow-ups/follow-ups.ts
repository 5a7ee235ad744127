import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { DefinitionListener } from '../../agents/index.ts'
import type { PersonListener } from '../../people/index.ts'
import { splitIntoChunks } from '../chunks.ts'
import { addFollowUpDelay, followUpMessageId } from './follow-up.ts'
import {
  deleteFollowUpsOfPerson,
  insertFollowUps,
  insertJournalNotes,
  lockFollowUpsOfOutreach,
  reassignFollowUps,
  type StoppedFollowUp,
  stopFollowUp,
  stopFollowUps,
} from './queries.ts'
import { type FollowUpDeps, followUpWork } from './worker.ts'

type SentSend = { row: { id: string; outreach_id: string; person_id: string; asid: string }; at: Date }

/**
 * How many attempted messages are abandoned at once when an Outreach is deleted; each is ended individually, which
 * takes time.
 */
const maxAbandoned = 500
const maxStopped = 20_000

export function createFollowUps(deps: FollowUpDeps) {
  const { world, definitions, abandon } = deps

  async function giveUp(tx: Db, agent: AgentKey, stopped: readonly StoppedFollowUp[], detail: string): Promise<void> {
    for (const { sendId, times } of stopped.filter(({ wasTried }) => wasTried)) {
      await abandon(tx, agent, followUpMessageId(sendId, times), { reason: 'expired', detail })
    }
  }

  /** Limits the work to a few seconds however many there are; the worker stops the rest when they are due. */
  async function stopAllOf(tx: Db, agent: AgentKey, outreachId: string, text: string): Promise<void> {
    const waiting = await lockFollowUpsOfOutreach(tx, agent, outreachId)
    const stops = waiting.filter(({ wasTried }, at) => at < (wasTried ? maxAbandoned : maxStopped))
    for (const some of splitIntoChunks(stops)) {
      await stopFollowUps(tx, agent, { sendIds: some.map(({ sendId }) => sendId), reason: 'outreach_deleted' })
    }
    await giveUp(tx, agent, stops, text)
    const people = new Set(waiting.map(({ personId }) => personId))
    for (const personIds of splitIntoChunks([...people])) {
      await insertJournalNotes(tx, agent, { personIds, text, now: world.now() })
    }
  }

  /** Stops the follow-ups of a deleted Outreach and notes the reason in each person's journal. */
  const outreachGone: DefinitionListener = async (tx, agent, { before, definition, changed }) => {
    if (!changed.includes('outreaches')) return
    const left = new Set(definition.outreaches.map(({ id }) => id))
    for (const { id, name } of before.outreaches.filter(({ id }) => !left.has(id))) {
      const note = `The follow-up of the Outreach “${name}” will not be sent, because the Outreach was deleted.`
      await stopAllOf(tx, agent, id, note)
    }
  }

  const listener: PersonListener = {
    onMerge: (tx, agent, { from, into }) => reassignFollowUps(tx, agent, { from: from.id, into: into.id }),
    onErase: (tx, agent, person) => deleteFollowUpsOfPerson(tx, agent, person.id),
  }

  return {
    onOutreachDeleted: outreachGone,
    listener,
    work: () => followUpWork(deps),
    /** Schedules follow-ups, in the transaction that marks the sends as sent, if their Outreach has one. */
    async onSent(tx: Db, agent: AgentKey, sends: readonly SentSend[]): Promise<void> {
      const { outreaches } = await definitions.read(tx, agent)
      const nudges = sends.flatMap(({ row, at }) => {
        const { followUp } = outreaches.find(({ id }) => id === row.outreach_id) ?? {}
        const about = { sendId: row.id, outreachId: row.outreach_id, personId: row.person_id, asid: row.asid }
        return followUp ? [{ ...about, now: at, dueAt: addFollowUpDelay(followUp, at) }] : []
      })
      await insertFollowUps(tx, agent, nudges)
    },
    /** The person has replied since the send. */
    async onAnswered(tx: Db, agent: AgentKey, { initiatedBy }: { initiatedBy: string }): Promise<void> {
      const stopped = await stopFollowUp(tx, agent, { sendId: initiatedBy, reason: 'answered' })
      if (stopped) await giveUp(tx, agent, [stopped], 'The person replied')
    },
  }
}

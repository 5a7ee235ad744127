import type { Channel } from '@parley/amf'
import { batch } from '../../../platform/db/batch.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isConcurrencyConflict, isUnavailable } from '../../../platform/db/errors.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { noRecipients } from '../../../platform/outbox.ts'
import { turns } from '../../runtime/index.ts'
import type { OutreachDeps } from '../deps.ts'
import { addFollowUpDelay } from '../follow-ups/follow-up.ts'
import { recordSentBatch, type SentRow } from './queries/record-sent.ts'
import { findSendPerson } from './queries/transitions.ts'
import { type SendRow, writeConcurrency } from './queries.ts'
import { type SendOrigin, sendUpdated } from './send.ts'

export type RecordSentDeps = OutreachDeps & {
  log: { error(about: object, words: string): void }
  /** Called when sends were sent, to schedule follow-ups. */
  onSent(tx: Db, agent: AgentKey, sent: readonly { row: FollowedSend; at: Date }[]): Promise<void>
  onEnded(tx: Db, agent: AgentKey, ended: { row: SendRow; state: 'sent' }): Promise<void>
}
type FollowedSend = Pick<SendRow, 'id' | 'outreach_id' | 'person_id' | 'asid'>

export type DispatchedSend = {
  at: Date
  text: string
  messageId: string
  tries: number
  asid: string
  channel: Channel
}
type SentColumns = {
  state: 'sent'
  sent_at: Date
  message_id: string
  provider_attempts: number
  unresolved: boolean
  asid?: string
  channel?: string
}
/** How the worker finishes the row. */
type SentRecord = {
  set: SentColumns
  write(tx: Db): Promise<void>
  writeBatched(result: { token: string; columns: { attempts: number } }): Promise<boolean | undefined>
}
export type RecordSent = (agent: AgentKey, row: SendRow, dispatched: DispatchedSend) => Promise<SentRecord>

/**
 * Records dispatched sends. Concurrent ones share one statement, which also routes the reply to the playbook of the
 * Outreach, schedules the follow-up, and publishes the event. After a conflict, each is recorded in its own transaction.
 */
export function createRecordSent(deps: RecordSentDeps): RecordSent {
  const recordBatched = batch((sent: SentSend[]) => recordTogether(sent, deps), { concurrency: writeConcurrency })
  return async (agent, row, dispatched) => {
    const { at, text, messageId, tries, asid, channel } = dispatched
    const { outreaches } = await deps.definitions.read(deps.db, agent)
    const outreach = outreaches.find(({ id }) => id === row.outreach_id)
    const opened = { asid, text, playbookId: outreach?.playbookId, outreachId: row.outreach_id }
    const data = { sendId: row.id, outreachId: row.outreach_id, origin: row.origin }
    deps.writeLog(agent, { level: 'info', event: 'outreach.sent', asid, channel, data })
    const set = {
      state: 'sent',
      sent_at: at,
      message_id: messageId,
      provider_attempts: tries,
      unresolved: false,
      // Another channel may have reached the person than the one it was accepted for.
      ...((asid !== row.asid || channel !== row.channel) && { asid, channel }),
    } as const
    const write = async (tx: Db) => {
      const settled = await withCurrentPerson(tx, agent, row)
      await deps.announce(tx, sendUpdated(agent, { ...toEventData(settled), state: 'sent' }))
      if (!row.is_test) await deps.onSent(tx, agent, [{ row: { ...settled, asid }, at }])
      await deps.onEnded(tx, agent, { row: settled, state: 'sent' })
    }
    let isRouted = false
    return {
      set,
      write,
      async writeBatched({ token, columns: { attempts } }) {
        const followUp = row.is_test ? undefined : outreach?.followUp
        const sentRow = {
          ...turns.initiations.toRow(agent, opened, deps.world.now()),
          ...{ id: row.id, token, attempts, provider_attempts: tries, sent_at: at, message_id: messageId, channel },
          ...(followUp && { follow_up_due_at: addFollowUpDelay(followUp, at) }),
        }
        // The next step of a sequence depends on its enrollment, which is locked and read first.
        const isHeld = row.sequence_id === null ? await recordBatched({ agent, row, sentRow }) : undefined
        if (isHeld !== undefined) return isHeld
        if (!isRouted) await routeReply(agent, { row, opened }, deps)
        isRouted = true
        return undefined
      },
    }
  }
}

type SentSend = { agent: AgentKey; row: SendRow; sentRow: SentRow }

/** Returns whether the lease was still held; undefined for a send that must be recorded in its own transaction. */
async function recordTogether(
  sent: SentSend[],
  { db, world, announce }: RecordSentDeps,
): Promise<(boolean | undefined)[]> {
  const firsts = new Map(sent.map((one) => [`${one.agent.key} ${one.sentRow.asid}`, one] as const).toReversed())
  const first = [...firsts.values()]
  const events = first.map(({ agent, row }) => ({
    ...{ id: world.newId('evt'), agentKey: agent.key, because: row.id },
    event: sendUpdated(agent, { ...toEventData(row), state: 'sent' }),
  }))
  const batch = { sends: first.map(({ sentRow }) => sentRow), events, now: world.now() }
  try {
    const recorded = await recordSentBatch(db, batch, announce.recipients ?? noRecipients)
    const isFirst = new Set(first)
    return sent.map((one) => (isFirst.has(one) ? recorded.has(one.row.id) : undefined))
  } catch (error) {
    // PostgreSQL may also refuse a row, which must not fail the others.
    if (isUnavailable(error) && !isConcurrencyConflict(error)) throw error
    return sent.map(() => undefined)
  }
}

type ReplyRoute = { row: SendRow; opened: { asid: string; text: string; playbookId?: string; outreachId: string } }

/** A dispatched message counts as sent even if this fails. */
async function routeReply(
  agent: AgentKey,
  { row, opened: { asid, ...initiation } }: ReplyRoute,
  { opened, log }: RecordSentDeps,
): Promise<void> {
  await opened(agent, asid, initiation).catch((error: unknown) =>
    log.error(
      { err: error, agent: agent.id, send: row.id },
      'a conversation started, but its playbook could not be set',
    ),
  )
}

/** The person may have been merged into another since the send was claimed. */
export async function withCurrentPerson(tx: Db, agent: AgentKey, row: SendRow): Promise<SendRow> {
  return { ...row, person_id: (await findSendPerson(tx, agent, row.id)) ?? row.person_id }
}

export const toEventData = (row: SendRow) => ({
  id: row.id,
  outreachId: row.outreach_id,
  origin: row.origin as SendOrigin,
  personId: row.person_id,
  campaignId: row.campaign_id ?? undefined,
  ruleId: row.rule_id ?? undefined,
  sequenceId: row.sequence_id ?? undefined,
})

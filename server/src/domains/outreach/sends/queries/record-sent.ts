import type { Db } from '../../../../platform/db/database.ts'
import { keyedJoinText } from '../../../../platform/db/keyed-join.ts'
import { runPrepared } from '../../../../platform/db/prepared.ts'
import { defineStatement } from '../../../../platform/db/statement.ts'
import { defineAddressed, type OutboxEvent, type OutboxRecipients } from '../../../../platform/outbox.ts'
import { turns } from '../../../runtime/index.ts'

const { initiations } = turns

/** A dispatched send under its lease, with what follows from it: the initiation, and the due time of a follow-up. */
export type SentRow = ReturnType<typeof initiations.toRow> & {
  id: string
  token: string
  /** Attempts of the work, and calls of the provider. */
  attempts: number
  provider_attempts: number
  sent_at: Date
  message_id: string
  channel: string
  follow_up_due_at?: Date
}

export type SentBatch = {
  sends: readonly SentRow[]
  /** Published only for the sends that are recorded, with their current people. */
  events: readonly { id: string; agentKey: number; because: string; event: OutboxEvent }[]
  now: Date
}

const sentParameters = { sends: 'json', events: 'json', now: 'timestamptz' } as const

/** A merge may have changed the person of a send since it was claimed, so people come from the updated rows. */
const sentText = (recipientsText: string) =>
  `
    with given as materialized (
      select *, ${keyedJoinText.column} from json_to_recordset(:sends::json) as row (
        agent_key bigint, id text, token text, attempts int, provider_attempts int, sent_at timestamptz, message_id text,
        asid text, channel text, follow_up_due_at timestamptz, at timestamptz, history json, opened json)),
    initiations as materialized (
      select given.* from given join sends as send on send.agent_key = given.agent_key and send.id = given.id
       where ${keyedJoinText.condition('given')} and send.lease_token = given.token),
    ${initiations.fragment.text},
    recorded as (
      update sends as send
         set state = 'sent', sent_at = given.sent_at, message_id = given.message_id,
             provider_attempts = given.provider_attempts, unresolved = false, asid = given.asid, channel = given.channel,
             due_at = null, attempts = given.attempts, last_error = null, lease_token = null
        from initiations as given
       where send.agent_key = given.agent_key and send.id = given.id and ${keyedJoinText.condition('given')}
         and send.lease_token = given.token and (select count(*) from initiated) >= 0
      returning send.agent_key, send.id, send.person_id, send.rule_id, send.outreach_id, ${keyedJoinText.column}),
    rules_ended as (
      update automated_rows as row set state = 'sent', reason = null from recorded
       where ${keyedJoinText.condition('recorded')} and row.agent_key = recorded.agent_key
         and row.rule_id = recorded.rule_id and row.person_id = recorded.person_id and row.send_id is not null
         and row.state in ('waiting', 'failed')),
    followed_up as (
      insert into follow_ups (agent_key, send_id, outreach_id, person_id, asid, created_at, delay_started_at, due_at)
      select recorded.agent_key, recorded.id, recorded.outreach_id, recorded.person_id, given.asid, given.sent_at,
             given.sent_at, given.follow_up_due_at
        from recorded join given on given.agent_key = recorded.agent_key and given.id = recorded.id
       where given.follow_up_due_at is not null
          on conflict do nothing),
    new_events as (
      insert into outbox (id, org_id, type, data, created_at)
      select e.id, e.org_id, e.type, e.data || jsonb_build_object('personId', recorded.person_id), :now
        from json_to_recordset(:events::json)
          as e (id text, agent_key bigint, because text, org_id text, type text, data jsonb)
        join recorded on recorded.agent_key = e.agent_key and recorded.id = e.because
      returning id, org_id, type, created_at),
    addressed as (${recipientsText})
    select recorded.id, (select count(*) from addressed) as addressed from recorded` as const

const prepareSent = defineAddressed((recipientsText, number) =>
  defineStatement({ name: `record_sent_${number}`, parameters: sentParameters, text: sentText(recipientsText) }),
)

/**
 * Records dispatched sends, at most one for each person, and returns the ids of those whose lease was still held.
 * Locks in the order of deletions: agents, conversations, states, sends.
 * @serves all tenants
 */
export async function recordSentBatch(
  db: Db,
  { sends, events, now }: SentBatch,
  { text, addressed }: OutboxRecipients,
): Promise<Set<string>> {
  const eventRows = events.map(({ id, agentKey, because, event }) => {
    return { id, agent_key: agentKey, because, org_id: event.orgId, type: event.type, data: event.data }
  })
  const statement = prepareSent(text)({ sends: JSON.stringify(sends), events: JSON.stringify(eventRows), now })
  const rows = await runPrepared<{ id: string; addressed: number }>(db, statement, 'writes')
  if (rows[0]?.addressed) addressed(db)
  return new Set(rows.map(({ id }) => id))
}

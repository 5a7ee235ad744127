import { type Selectable, sql } from 'kysely'
import { batchPerDatabase } from '../../../platform/db/batch.ts'
import type { Db } from '../../../platform/db/database.ts'
import { keyedJoinText } from '../../../platform/db/keyed-join.ts'
import { runPrepared, runUnprepared } from '../../../platform/db/prepared.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { NewSend } from './send.ts'

export { writeConcurrency } from '../../../platform/db/prepared.ts'

export type SendRow = Selectable<Tables['sends']>

/** The stored send that a repeated key is answered with. */
export type KeyedSend = {
  id: string
  personId: string
  asid: string
  channel: string
  outreachId: string
  sandbox: boolean
}

const sendsByKey = defineStatement({
  name: 'sends_by_key',
  parameters: { agentKeys: 'bigint[]', keys: 'text[]' },
  text: `
    with wanted as materialized (
      select agent_key, decode(key, 'hex') as key_hash, n, ${keyedJoinText.column}
        from unnest(:agentKeys::bigint[], :keys::text[]) with ordinality as w (agent_key, key, n))
    select wanted.n::int as n, send.id, send.person_id as "personId", send.asid, send.channel,
           send.outreach_id as "outreachId", send.sandbox
      from wanted join sends as send on send.agent_key = wanted.agent_key and send.key_hash = wanted.key_hash
     where ${keyedJoinText.condition('wanted')}`,
})

type KeyLookup = { agentKey: number; key: string }

/** Batches concurrent lookups into one statement. */
export function findSendByKey(db: Db, agent: AgentKey, keyHash: Buffer): Promise<KeyedSend | undefined> {
  return batchedFindByKey(db, { agentKey: agent.key, key: keyHash.toString('hex') })
}

const batchedFindByKey = batchPerDatabase(findSendsByKeys, { concurrency: 8 })

/** @serves all tenants */
async function findSendsByKeys(db: Db, wanted: KeyLookup[]): Promise<(KeyedSend | undefined)[]> {
  const statement = sendsByKey({
    agentKeys: wanted.map(({ agentKey }) => agentKey),
    keys: wanted.map(({ key }) => key),
  })
  const rows = await runPrepared<KeyedSend & { n: number }>(db, statement)
  const found = new Map(rows.map(({ n, ...send }) => [n, send]))
  return wanted.map((_, index) => found.get(index + 1))
}

const lastTouches = defineStatement({
  name: 'last_marketing_touches',
  parameters: { agentKeys: 'bigint[]', personIds: 'text[]', sandboxes: 'boolean[]' },
  text: `
    with wanted as materialized (
      select *, ${keyedJoinText.column}
        from unnest(:agentKeys::bigint[], :personIds::text[], :sandboxes::boolean[])
          with ordinality as w (agent_key, person_id, sandbox, n))
    select wanted.n::int as n, touch.at from wanted
      join lateral (
        select coalesce(sent_at, queued_at) as at from sends as send
         where send.agent_key = wanted.agent_key and send.person_id = wanted.person_id and send.class = 'marketing'
           and send.state in ('queued', 'sent') and send.sandbox = wanted.sandbox
         order by coalesce(send.sent_at, send.queued_at) desc limit 1) as touch on true
     where ${keyedJoinText.condition('wanted')}`,
})

type TouchLookup = { personId: string; sandbox?: boolean }

/** Returns when the person was last sent a marketing message, queued or sent. */
export function findLastTouch(db: Db, agent: AgentKey, touched: TouchLookup): Promise<Date | undefined> {
  return batchedFindTouch(db, { agentKey: agent.key, ...touched })
}

const batchedFindTouch = batchPerDatabase(findTouches, { concurrency: 8 })

/** @serves all tenants */
async function findTouches(db: Db, touched: (TouchLookup & { agentKey: number })[]): Promise<(Date | undefined)[]> {
  const statement = lastTouches({
    agentKeys: touched.map(({ agentKey }) => agentKey),
    personIds: touched.map(({ personId }) => personId),
    sandboxes: touched.map(({ sandbox }) => sandbox ?? false),
  })
  const rows = await runPrepared<{ n: number; at: Date }>(db, statement)
  const found = new Map(rows.map(({ n, at }) => [n, at]))
  return touched.map((_, index) => found.get(index + 1))
}

/** SQL fragment that inserts sends, as made by `toSendRow`: `added (agent_key, id)` are those whose keys were free. */
export const insertSendsFragment = {
  parameters: { sends: 'json' },
  text: `
  given as materialized (
    select row.*, ${keyedJoinText.column} from json_to_recordset(:sends::json) as row (
      agent_key bigint, id text, outreach_id text, class text, origin text, campaign_id text, rule_id text,
      sequence_id text, step_id text, person_id text, asid text, channel text, sandbox boolean, key_hash text, inputs json, consent json,
      queued_at timestamptz, due_at timestamptz, known boolean, is_test boolean, opener_template_id text)),
  agents_there as materialized (
    select agent.agent_key from agents as agent
     where agent.agent_key = any (array(select agent_key from given)) for key share),
  held as materialized (
    select person.agent_key, person.id
      from given join people as person on person.agent_key = given.agent_key and person.id = given.person_id
     where given.known and ${keyedJoinText.condition('given')} order by person.person_key for key share of person),
  added as (
    insert into sends (agent_key, id, outreach_id, class, origin, campaign_id, rule_id, sequence_id, step_id,
                       person_id, asid, channel, sandbox, key_hash, inputs, consent, queued_at, due_at, is_test, opener_template_id)
    select agent_key, id, outreach_id, class, origin, campaign_id, rule_id, sequence_id, step_id, person_id, asid, channel,
           sandbox, decode(key_hash, 'hex'), inputs, consent, queued_at, due_at, is_test, opener_template_id
      from given
     where agent_key in (select agent_key from agents_there) and (not known or exists (
       select from held where held.agent_key = given.agent_key and held.id = given.person_id))
     order by key_hash, id
        on conflict do nothing
    returning agent_key, id)`,
} as const

const insertSendsStatement = defineStatement({
  name: 'insert_sends',
  parameters: insertSendsFragment.parameters,
  text: `with ${insertSendsFragment.text} select id from added`,
})

/**
 * Inserts sends in one statement and returns the ids of those whose keys were free. Locks `known` people until the
 * transaction ends, and skips a send to one who no longer exists.
 */
export async function insertSends(
  tx: Db,
  agent: AgentKey,
  sends: readonly (NewSend & { known?: boolean })[],
): Promise<Set<string>> {
  const rows = sends.map((send) => toSendRow(agent, send))
  const added = await runUnprepared<{ id: string }>(tx, insertSendsStatement({ sends: JSON.stringify(rows) }))
  return new Set(added.map(({ id }) => id))
}

export function toSendRow(agent: AgentKey, send: NewSend & { known?: boolean }) {
  return {
    agent_key: agent.key,
    id: send.id,
    outreach_id: send.outreachId,
    class: send.class,
    origin: send.origin,
    campaign_id: send.campaignId,
    rule_id: send.ruleId,
    sequence_id: send.sequenceId,
    step_id: send.stepId,
    person_id: send.personId,
    asid: send.asid,
    channel: send.channel,
    sandbox: send.sandbox ?? false,
    key_hash: send.keyHash?.toString('hex'),
    inputs: send.inputs,
    consent: send.consent,
    queued_at: send.now,
    due_at: send.dueAt ?? send.now,
    known: send.known ?? false,
    is_test: send.isTest ?? false,
    opener_template_id: send.openerTemplateId,
  }
}

/** Limits how long a statement waits for a person's lock before it fails. @serves all tenants */
export async function setLockTimeout(tx: Db, milliseconds: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${milliseconds}ms`}, true)`.execute(tx)
}

/** A test send ends within its call; returns false when its key is used. */
export async function insertSandboxSend(
  db: Db,
  agent: AgentKey,
  send: NewSend & { messageId?: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sends')
    .values({
      agent_key: agent.key,
      id: send.id,
      outreach_id: send.outreachId,
      class: send.class,
      origin: send.origin,
      sequence_id: send.sequenceId ?? null,
      step_id: send.stepId ?? null,
      person_id: send.personId,
      asid: send.asid,
      channel: send.channel,
      sandbox: true,
      key_hash: send.keyHash ?? null,
      ...(send.messageId === undefined
        ? { state: 'suppressed', reason: 'template_blocked', failed_at: send.now }
        : { state: 'sent', message_id: send.messageId, provider_attempts: 1, sent_at: send.now }),
      queued_at: send.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

import { sql } from 'kysely'
import { batchPerDatabase } from '../../../platform/db/batch.ts'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInChunks } from '../../../platform/db/delete-in-chunks.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

export type NewTrackedLinks = {
  openingId: string
  sendId: string
  links: readonly { url: string; number: number; code: string }[]
  now: Date
}

/** Stores the links of an opening and returns their codes by address; links that it already has keep their codes. */
export function storeTrackedLinks(db: Db, agent: AgentKey, links: NewTrackedLinks): Promise<Map<string, string>> {
  return batchedStore(db, { ...links, agentKey: agent.key })
}

type StoreCall = NewTrackedLinks & { agentKey: number }

const batchedStore = batchPerDatabase(storeAll, { concurrency: 4, maxSize: 200 })

/** Concurrent openings share a statement. @serves all tenants */
async function storeAll(db: Db, calls: StoreCall[]): Promise<Map<string, string>[]> {
  const given = calls.flatMap(({ agentKey, openingId, sendId, links, now }) =>
    links.map((link) => ({ agent_key: agentKey, opening_id: openingId, send_id: sendId, ...link, created_at: now })),
  )
  const { rows } = await sql<{ agent_key: number; opening_id: string; url: string; code: string }>`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(given)}::json) as link (
        agent_key bigint, opening_id text, number int, send_id text, code text, url text, created_at timestamptz)),
    added as (
      insert into tracked_links (agent_key, opening_id, number, send_id, code, url, created_at)
      select agent_key, opening_id, number, send_id, code, url, created_at from given order by 1, 2, 3
          on conflict do nothing
      returning agent_key, opening_id, url, code)
    select * from added
    union all
    select link.agent_key, link.opening_id, link.url, link.code
      from (select distinct agent_key, opening_id from given) as wanted
      join tracked_links as link on link.agent_key = wanted.agent_key and link.opening_id = wanted.opening_id`.execute(
    db,
  )
  const byOpening = Map.groupBy(rows, (row) => `${row.agent_key} ${row.opening_id}`)
  return calls.map(({ agentKey, openingId }) => {
    const own = byOpening.get(`${agentKey} ${openingId}`) ?? []
    return new Map(own.map(({ url, code }) => [url, code]))
  })
}

export type TrackedLink = { agentKey: number; openingId: string; number: number; sendId: string; url: string }

/** The code is the secret that leads here. @serves all tenants */
export async function findTrackedLink(db: Db, code: string): Promise<TrackedLink | undefined> {
  const row = await db
    .selectFrom('tracked_links')
    .select(['agent_key', 'opening_id', 'number', 'send_id', 'url'])
    .where('code', '=', code)
    .executeTakeFirst()
  return (
    row && {
      agentKey: row.agent_key,
      openingId: row.opening_id,
      number: row.number,
      sendId: row.send_id,
      url: row.url,
    }
  )
}

export type FirstTap = {
  /** No other link of the message was tapped before. */
  isFirstOfMessage: boolean
  outreachId: string
  campaignId: string | null
  sequenceId: string | null
  personId: string
  asid: string
  channel: string
  sessionId: string | null
}

/**
 * Records the first tap on a link; returns undefined for a later one, or when the send no longer exists. Locks all links
 * of the message in order, so that only one of two simultaneous taps is its first.
 */
export async function recordTap(
  tx: Db,
  agent: AgentKey,
  { openingId, number, sendId }: TrackedLink,
  now: Date,
): Promise<FirstTap | undefined> {
  const { rows: links } = await sql<{ number: number; tapped_at: Date | null }>`
    select number, tapped_at from tracked_links
     where agent_key = ${agent.key} and opening_id = ${openingId} order by number for update`.execute(tx)
  if (links.find((link) => link.number === number)?.tapped_at !== null) return undefined
  const { rows } = await sql<Omit<FirstTap, 'isFirstOfMessage'>>`
    with tapped as (
      update tracked_links set tapped_at = ${now}
       where agent_key = ${agent.key} and opening_id = ${openingId} and number = ${number})
    select send.outreach_id as "outreachId", send.campaign_id as "campaignId", send.sequence_id as "sequenceId",
           send.person_id as "personId", send.asid, send.channel, message.session_id as "sessionId"
      from sends as send
      left join messages as message on message.agent_key = send.agent_key and message.id = send.message_id
     where send.agent_key = ${agent.key} and send.id = ${sendId}`.execute(tx)
  const [send] = rows
  return send && { ...send, isFirstOfMessage: links.every((link) => link.tapped_at === null) }
}

/** An address may contain values of the person: with the person, the link is gone. */
export async function deleteLinksOfPerson(tx: Db, agent: AgentKey, personId: string): Promise<void> {
  await sql`
    delete from tracked_links
     where agent_key = ${agent.key} and send_id = any(array(
       select id from sends where agent_key = ${agent.key} and person_id = ${personId}))`.execute(tx)
}

const retentionDays = 400

/** Links redirect longer than their sends are stored. @serves all tenants */
export async function purgeOldTrackedLinks(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  await deleteInChunks(db, 'tracked_links', sql`created_at < ${before}`)
}

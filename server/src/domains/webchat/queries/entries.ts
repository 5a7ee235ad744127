import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { listenToChannel } from '../../../platform/db/listen.ts'
import type { WebchatAgentKey, WebchatLog } from '../deps.ts'

export type NewChatEntry = {
  visitor: string
  id: string
  direction: 'in' | 'out'
  payload: unknown
  state: 'pending' | 'sent'
  now: Date
}
/** `visitor`: whose chat it is in. */
export type StoredChatEntry = { visitor: string; n: number; state: string; repeat: boolean }

/**
 * Stores an entry once, in the chat that the visitor has joined or else their own; undefined if there is no such
 * visitor. Numbers are assigned before the commit: without the
 * lock, a browser could receive the second of two entries, ask for the entries after it, and never see the first.
 */
export async function storeChatEntry(
  db: Db,
  agent: WebchatAgentKey,
  entry: NewChatEntry,
): Promise<StoredChatEntry | undefined> {
  // A visitor who signs in at this moment is found in the second attempt: the first began before their chat was there.
  return (await insertChatEntry(db, agent, entry)) ?? insertChatEntry(db, agent, entry)
}

async function insertChatEntry(
  db: Db,
  agent: WebchatAgentKey,
  entry: NewChatEntry,
): Promise<StoredChatEntry | undefined> {
  const { visitor, id, direction, payload, state, now } = entry
  const { rows } = await sql<{ n: number; visitor: string }>`
    with addressed as materialized (
      select coalesce(chat, visitor) as visitor from webchat_visitors
       where agent_key = ${agent.key} and visitor = ${visitor} for update),
    locked as materialized (
      select agent_key, visitor from webchat_visitors
       where agent_key = ${agent.key} and visitor = (select visitor from addressed) for update)
    insert into webchat_entries (agent_key, visitor, entry_id, direction, payload, state, at)
    select agent_key, visitor, ${id}::text, ${direction}::text, ${JSON.stringify(payload)}::json, ${state}::text,
           ${now}::timestamptz
      from locked
        on conflict (agent_key, visitor, entry_id) do nothing
    returning entry as n, visitor`.execute(db)
  const [stored] = rows
  return stored ? { ...stored, state, repeat: false } : findChatEntry(db, agent, visitor, id)
}

async function findChatEntry(
  db: Db,
  agent: WebchatAgentKey,
  visitor: string,
  id: string,
): Promise<StoredChatEntry | undefined> {
  const known = await db
    .selectFrom('webchat_entries as entry')
    .innerJoin('webchat_visitors as addressed', (join) =>
      join
        .onRef('addressed.agent_key', '=', 'entry.agent_key')
        .on(sql<boolean>`entry.visitor = coalesce(addressed.chat, addressed.visitor)`),
    )
    .select(['entry.visitor', 'entry.entry as n', 'entry.state'])
    .where('addressed.agent_key', '=', agent.key)
    .where('addressed.visitor', '=', visitor)
    .where('entry.entry_id', '=', id)
    .executeTakeFirst()
  return known && { ...known, repeat: true }
}

export async function markReceived(db: Db, agent: WebchatAgentKey, visitor: string, n: number): Promise<void> {
  await db
    .updateTable('webchat_entries')
    .set({ state: 'taken' })
    .where('agent_key', '=', agent.key)
    .where('visitor', '=', visitor)
    .where('entry', '=', n)
    .execute()
}

export const entryPageSize = 20
export type ChatEntryRow = { n: number; id: string; direction: string; payload: unknown; at: Date }

export function listEntriesAfter(
  db: Db,
  agent: WebchatAgentKey,
  visitor: string,
  after: number,
): Promise<ChatEntryRow[]> {
  return db
    .selectFrom('webchat_entries')
    .select(['entry as n', 'entry_id as id', 'direction', 'payload', 'at'])
    .where('agent_key', '=', agent.key)
    .where('visitor', '=', visitor)
    .where('entry', '>', after)
    .orderBy('entry')
    .limit(entryPageSize)
    .execute()
}

/** Returns the last entry of the agent that the visitor has read, on any of their browsers; 0 if there is none. */
export async function findLastRead(db: Db, agent: WebchatAgentKey, visitor: string): Promise<number> {
  const row = await db
    .selectFrom('webchat_entries')
    .select('entry as n')
    .where('agent_key', '=', agent.key)
    .where('visitor', '=', visitor)
    .where('direction', '=', 'out')
    .where('state', '=', 'read')
    .orderBy('entry', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.n ?? 0
}

const maxHistory = 200

/** Returns the entry after which the newest part of the chat begins, for a browser that has no entries yet. */
export async function findHistoryStart(db: Db, agent: WebchatAgentKey, visitor: string): Promise<number> {
  const row = await db
    .selectFrom('webchat_entries')
    .select('entry as n')
    .where('agent_key', '=', agent.key)
    .where('visitor', '=', visitor)
    .orderBy('entry', 'desc')
    .offset(maxHistory)
    .limit(1)
    .executeTakeFirst()
  return row?.n ?? 0
}

type MarkQuery = { visitor: string; upTo: number; from: readonly string[] }

/** Finds the entries dispatched to the visitor up to that number that are still in one of these states. */
export function findEntriesToMark(
  db: Db,
  agent: WebchatAgentKey,
  { visitor, upTo, from }: MarkQuery,
): Promise<{ n: number; id: string }[]> {
  return db
    .selectFrom('webchat_entries')
    .select(['entry as n', 'entry_id as id'])
    .where('agent_key', '=', agent.key)
    .where('visitor', '=', visitor)
    .where('direction', '=', 'out')
    .where('entry', '<=', upTo)
    .where('state', 'in', from)
    .orderBy('entry')
    .limit(500)
    .execute()
}

type EntryMark = { visitor: string; entries: number[]; state: 'delivered' | 'read'; from: readonly string[] }

export async function markEntries(
  db: Db,
  agent: WebchatAgentKey,
  { visitor, entries, state, from }: EntryMark,
): Promise<void> {
  await db
    .updateTable('webchat_entries')
    .set({ state })
    .where('agent_key', '=', agent.key)
    .where('visitor', '=', visitor)
    .where('entry', 'in', entries)
    .where('state', 'in', from)
    .execute()
}

const channel = 'parley_webchat'

/** @serves all tenants */
export async function notifyChatSignals(db: Db, payloads: string[]): Promise<void> {
  await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`.execute(db)
}

type ChatListenOptions = {
  /** Called before each connect, because the database may have moved. */
  databaseUrl(): string
  log: WebchatLog
  onPayload(payload: string): void
  onConnect(): void
}

export const listenForChatSignals = ({ log, ...listening }: ChatListenOptions): { close(): Promise<void> } =>
  listenToChannel({
    ...listening,
    channel,
    onLost: () => {},
    onFailure: (error) => log.warn({ err: error }, 'web chat: cannot receive notifications from other processes'),
  })

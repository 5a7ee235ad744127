import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { listenTo } from '../../../platform/db/listen.ts'
import type { Log } from '../visitor.ts'

const channel = 'parley_webchat'

/** @serves all tenants */
export async function notifyRings(db: Db, payloads: string[]): Promise<void> {
  await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`.execute(db)
}

type Listening = {
  /** Asked before each connect: the database may have moved. */
  databaseUrl(): string
  log: Log
  onPayload(payload: string): void
  onConnect(): void
}

/** Hears what other processes ring. */
export const listenForRings = ({ log, ...listening }: Listening): { close(): Promise<void> } =>
  listenTo({
    ...listening,
    channel,
    onLost: () => {},
    onFailure: (error) => log.warn({ err: error }, 'web chat: cannot listen to other processes'),
  })

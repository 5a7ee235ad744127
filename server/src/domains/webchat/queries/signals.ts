import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { listenToChannel } from '../../../platform/db/listen.ts'
import type { WebchatLog } from '../deps.ts'

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

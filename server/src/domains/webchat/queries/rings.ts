import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../../../platform/db/database.ts'
import type { Log } from '../visitor.ts'

const channel = 'parley_webchat'
const leastWaitMs = 100
const mostWaitMs = 5_000
/** A database that is gone says no goodbye. */
const goodbyeMs = 1_000

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

/** Listens over one connection of its own, and finds its way back when that breaks. */
export function listenForRings(listening: Listening): { close(): Promise<void> } {
  const stopping = new AbortController()
  const ended = keepListening(listening, stopping.signal)
  return {
    async close() {
      stopping.abort()
      await Promise.race([ended, sleep(goodbyeMs, undefined, { ref: false })])
    },
  }
}

async function keepListening(listening: Listening, stop: AbortSignal): Promise<void> {
  let waitMs = leastWaitMs
  while (!stop.aborted) {
    const heard = await listenOnce(listening, stop)
    waitMs = heard ? leastWaitMs : Math.min(waitMs * 2, mostWaitMs)
    await sleep(waitMs, undefined, { signal: stop }).catch(() => {})
  }
}

/** Until the connection is lost; whether there was one. */
async function listenOnce({ databaseUrl, log, onPayload, onConnect }: Listening, stop: AbortSignal): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl(),
    application_name: 'parley-webchat',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  client.on('notification', ({ payload = '' }) => onPayload(payload))
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
    stop.addEventListener('abort', () => resolve(), { once: true })
  })
  let heard = false
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
    heard = true
    onConnect()
    await lost
  } catch (error) {
    if (!stop.aborted) log.warn({ err: error }, 'web chat: cannot listen to other processes')
  }
  await client.end().catch(() => {})
  return heard
}

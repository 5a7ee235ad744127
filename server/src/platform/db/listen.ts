import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

type ListenOptions = {
  /** Called before each connect, because the database may have moved. */
  databaseUrl(): string
  channel: string
  onPayload(payload: string): void
  /** Called after each connect: notifications sent before it were missed. */
  onConnect(): void
  /** Called when an established connection breaks; no notifications arrive until the next `onConnect`. */
  onLost(): void
  onFailure(error: unknown): void
}

const minWaitMilliseconds = 100
const maxWaitMilliseconds = 5_000
/** A database that is gone does not answer a close. */
const closeTimeoutMilliseconds = 1_000

/** Listens for notifications on a channel over a connection of its own, and reconnects when it breaks. */
export function listenToChannel(listening: ListenOptions): { close(): Promise<void> } {
  const stopping = new AbortController()
  const ended = listenWithReconnect(listening, stopping.signal)
  return {
    async close() {
      stopping.abort()
      await Promise.race([ended, sleep(closeTimeoutMilliseconds, undefined, { ref: false })])
    },
  }
}

async function listenWithReconnect(listening: ListenOptions, stop: AbortSignal): Promise<void> {
  let wait = minWaitMilliseconds
  while (!stop.aborted) {
    const wasConnected = await listenOnce(listening, stop)
    wait = wasConnected ? minWaitMilliseconds : Math.min(wait * 2, maxWaitMilliseconds)
    await sleep(wait, undefined, { signal: stop, ref: false }).catch(() => {})
  }
}

/** Runs until the connection is lost; returns whether one was established. */
async function listenOnce(listening: ListenOptions, stop: AbortSignal): Promise<boolean> {
  const { databaseUrl, channel, onPayload, onConnect, onLost, onFailure } = listening
  const client = new pg.Client({
    connectionString: databaseUrl(),
    application_name: channel,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  client.on('notification', ({ payload = '' }) => onPayload(payload))
  const lost = Promise.withResolvers<void>()
  const lose = () => lost.resolve()
  client.on('error', lose)
  client.on('end', lose)
  stop.addEventListener('abort', lose)
  let isListening = false
  try {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    isListening = true
    onConnect()
    await lost.promise
  } catch (error) {
    if (!stop.aborted) onFailure(error)
  }
  stop.removeEventListener('abort', lose)
  if (isListening) onLost()
  await client.end().catch(() => {})
  return isListening
}

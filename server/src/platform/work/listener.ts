import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { WorkLog } from './log.ts'
import { kindsOfNudge, nudgeChannel } from './nudges.ts'

type Listening = {
  /** Asked before each connect: the database may have moved. */
  url(): string
  log: WorkLog
  onKind(kind: string): void
  /** After each connect: whatever was said before has not been heard. */
  onConnect(): void
}

const leastWaitMilliseconds = 100
const mostWaitMilliseconds = 5_000

/** Hears nudges over one connection of its own, and finds its way back when that breaks. */
export function listen(listening: Listening): { close(): Promise<void> } {
  const stopping = new AbortController()
  const ended = keepListening(listening, stopping.signal)
  return {
    async close() {
      stopping.abort()
      await ended
    },
  }
}

async function keepListening({ url, log, onKind, onConnect }: Listening, stop: AbortSignal): Promise<void> {
  let wait = leastWaitMilliseconds
  while (!stop.aborted) {
    const client = newClient(url())
    client.on('notification', ({ payload = '' }) => kindsOfNudge(payload).forEach(onKind))
    const lost = whenLost(client, stop)
    try {
      await client.connect()
      await client.query(`listen ${nudgeChannel}`)
      wait = leastWaitMilliseconds
      onConnect()
      await lost
    } catch (error) {
      log.warn({ err: error }, 'cannot listen for nudges; polling serves')
    }
    await client.end().catch(() => {})
    await sleep(wait, undefined, { signal: stop }).catch(() => {})
    wait = Math.min(wait * 2, mostWaitMilliseconds)
  }
}

function newClient(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: 'parley-listen',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
}

function whenLost(client: pg.Client, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
    stop.addEventListener('abort', () => resolve(), { once: true })
  })
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../platform/db/database.ts'
import type { World } from '../../../platform/world.ts'
import type { ConversationDeps, WriteLog } from '../deps.ts'
import { insertLogs, type NewLogRow } from './queries.ts'

const batchSize = 500
const maxWaiting = 10_000
const flushMilliseconds = 100

export type LogWriterDeps = { db: Db; world: World; log: Pick<ConversationDeps['log'], 'warn'> }
export type LogWriter = {
  write: WriteLog
  /** Resolves when all lines written until then are stored, or lost. */
  flush(): Promise<void>
}

/**
 * Writes the agents' logs in batches, without blocking the callers. If the database cannot keep up or is down, lines
 * are lost: nothing else waits for them.
 */
export function createLogWriter({ db, world, log }: LogWriterDeps): LogWriter {
  let waiting: NewLogRow[] = []
  let lost = 0
  let writing: Promise<void> | undefined

  async function writeAll(): Promise<void> {
    // Batches the lines of a short interval.
    await sleep(flushMilliseconds)
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize)
      waiting = waiting.slice(batchSize)
      await insertLogs(db, batch).catch((error) => {
        log.warn({ err: error, lines: batch.length }, 'agent log lines were lost')
      })
    }
    if (lost > 0) log.warn({ lines: lost }, 'agent log lines were lost: too many at once')
    lost = 0
    writing = undefined
  }

  return {
    write({ key }, entry) {
      if (waiting.length >= maxWaiting) {
        lost += 1
        return
      }
      const texts = { dataText: serializeJson(entry.data), errorText: serializeJson(entry.error) }
      waiting.push({ ...entry, agentKey: key, at: world.now(), ...texts })
      writing ??= writeAll()
    },
    flush: async () => writing,
  }
}

/** A value that cannot be serialized must not break the caller. */
function serializeJson(value: object | undefined): string | null {
  try {
    return JSON.stringify(value) ?? null
  } catch {
    return null
  }
}

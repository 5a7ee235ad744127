import { LruCache } from '@parley/findings'
import type { Db } from '../../../platform/db/database.ts'
import { type WebhookHealth, writeHealth } from '../queries/health.ts'
import type { DeliveryResult } from '../webhook.ts'

type Log = { warn(fields: object, message: string): void }
type DeliveryReport = { webhookId: string; url: string; status: DeliveryResult; at: Date }

export type HealthRecorder = {
  /** Resolves once a change of state is written; an unchanged state is written within a second. */
  record(report: DeliveryReport): Promise<void>
  flush(): Promise<void>
}

const gapMilliseconds = 1_000
const maxTracked = 10_000

/**
 * Records the health of webhooks as seen by this process. A thousand successes a second must not wait for one row: they
 * are batched, and a webhook is written at most once a second unless its state changes.
 */
export function createHealthRecorder(db: Db, log: Log): HealthRecorder {
  let unwritten = new Map<string, WebhookHealth>()
  const known = new LruCache<string, DeliveryResult>(maxTracked)
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function write(): Promise<void> {
    while (unwritten.size > 0) {
      const healths = [...unwritten.values()]
      unwritten = new Map()
      // The next delivery reports the state again if this write is lost.
      await writeHealth(db, healths).catch((err) => log.warn({ err }, 'webhook health could not be saved'))
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing ??= write().finally(() => {
      writing = undefined
    })
    return writing
  }

  return {
    async record(report) {
      const isNews = known.get(report.webhookId) !== report.status
      known.set(report.webhookId, report.status)
      unwritten.set(report.webhookId, mergeHealth(unwritten.get(report.webhookId), report))
      if (isNews) return flush()
      timer ??= setTimeout(() => void flush(), gapMilliseconds).unref()
    },
    flush,
  }
}

/** Merges a new report into the unwritten state. */
export function mergeHealth(
  before: WebhookHealth | undefined,
  { webhookId, url, status, at }: DeliveryReport,
): WebhookHealth {
  if (status === 'success') return { webhookId, url, at, status, succeeded: true, failingSince: null }
  const { succeeded = false, failingSince = null } = before?.url === url ? before : {}
  return { webhookId, url, at, status, succeeded, failingSince: failingSince ?? at }
}

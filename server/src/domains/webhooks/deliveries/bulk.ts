import type { Db } from '../../../platform/db/database.ts'
import type { World } from '../../../platform/world.ts'
import { deleteOrphans, postponeDue } from '../queries/bulk.ts'
import { maxPostponeMilliseconds, type Postponement } from './pace.ts'

/**
 * Where one delivery cannot go, thousands may be due behind it: taken up one by one only to be put away, they would hold
 * up those of others. They are put away together.
 */
export function createBulkActions(db: Db, world: World) {
  return {
    /** Its endpoint has no place for more. */
    postpone: runOncePerWebhook((webhookId, { retryAt: from, stepMilliseconds }: Postponement) =>
      postponeDue(db, webhookId, {
        now: world.now(),
        from,
        stepMilliseconds,
        mostWaitMilliseconds: maxPostponeMilliseconds,
      }),
    ),
    /** Its webhook may be gone. */
    deleteOrphans: runOncePerWebhook((webhookId) => deleteOrphans(db, webhookId)),
  }
}

/** Whoever comes while it is done for the same webhook leaves it to that. */
function runOncePerWebhook<Args extends unknown[]>(act: (webhookId: string, ...args: Args) => Promise<void>) {
  const busy = new Set<string>()
  return async (webhookId: string, ...args: Args): Promise<void> => {
    if (busy.has(webhookId)) return
    busy.add(webhookId)
    try {
      await act(webhookId, ...args)
    } finally {
      busy.delete(webhookId)
    }
  }
}

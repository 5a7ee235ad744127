import type { Db } from '../../../platform/db/database.ts'
import type { World } from '../../../platform/world.ts'
import { postponeDue } from '../queries/deliveries.ts'
import { mostWaitMilliseconds, type Wait } from './places.ts'

/**
 * Where one delivery finds no place, thousands may be due behind it: taken up one by one only to be put back, they would
 * hold up those of others. They are put back together.
 */
export function postponerOf(db: Db, world: World): (webhookId: string, wait: Wait) => Promise<void> {
  const busy = new Set<string>()
  return async (webhookId, { comeBackAt: from, stepMilliseconds }) => {
    if (busy.has(webhookId)) return
    busy.add(webhookId)
    try {
      await postponeDue(db, webhookId, { now: world.now(), from, stepMilliseconds, mostWaitMilliseconds })
    } finally {
      busy.delete(webhookId)
    }
  }
}

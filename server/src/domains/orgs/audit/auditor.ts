import type { WriteAuditRecord } from '../../../platform/http/audit.ts'
import type { World } from '../../../platform/world.ts'
import { insertAuditEntry } from './queries.ts'

/**
 * Writes audit entries in the given transaction. The entry's id derives from the request id, so a request creates at
 * most one.
 */
export const createAuditor =
  (world: World): WriteAuditRecord =>
  (tx, entry) =>
    insertAuditEntry(tx, entry.orgId, { ...entry, id: entry.requestId.replace(/^req/, 'aud'), at: world.now() })

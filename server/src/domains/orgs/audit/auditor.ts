import type { WriteAuditRecord } from '../../../platform/http/audit.ts'
import type { World } from '../../../platform/world.ts'
import { insertAuditEntry } from './queries.ts'

/** Writes entries down, in the transaction that it is given. A request leaves one at the most, and gives it its id. */
export const createAuditor =
  (world: World): WriteAuditRecord =>
  (tx, entry) =>
    insertAuditEntry(tx, entry.orgId, { ...entry, id: entry.requestId.replace(/^req/, 'aud'), at: world.now() })

import type { Db } from '../../../platform/db/database.ts'
import type { ListPage } from '../../../platform/http/page.ts'
import { invalidRequest } from '../../../platform/http/problem.ts'
import { type OrgKey, orgRoute } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { AuditEntry, AuditQuery } from './entry.ts'
import { listAuditEntries } from './queries.ts'
import { decodeAuditPageToken, encodeAuditPageToken } from './token.ts'

export const auditRoutes = [
  orgRoute({
    method: 'GET',
    path: '/audit-log',
    role: 'admin',
    scope: 'org:admin',
    tag: 'Org',
    summary: 'List who changed what in the org, and who signed in, newest first',
    description:
      'One entry for each change that was made, none for one that was refused; also for sign-ins, and for failed ones ' +
      'of members. All filters that are given must hold.',
    query: AuditQuery,
    answer: listSchema(AuditEntry),
    handle: ({ tx, org, query }) => readEntryPage(tx, org, query),
  }),
]

async function readEntryPage(db: Db, org: OrgKey, asked: AuditQuery): Promise<ListPage<AuditEntry>> {
  const { limit, pageToken, ...filters } = asked
  const { start, end } = filters
  if (start && end && start > end) throw invalidRequest([{ field: 'start', message: 'must not be after end' }])
  const after = pageToken === undefined ? undefined : decodeAuditPageToken(org, filters, pageToken)
  // One more than is shown only says that there is a next page.
  const found = await listAuditEntries(db, org, { filters, after, limit: limit + 1 })
  const data = found.slice(0, limit)
  const last = data.at(-1)
  if (!last || found.length <= limit) return { data }
  return { data, nextPageToken: encodeAuditPageToken(org, filters, { at: new Date(last.at), id: last.id }) }
}

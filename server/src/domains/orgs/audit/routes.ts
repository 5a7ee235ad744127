import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import type { Cursor, ListPage } from '../../../platform/http/page.ts'
import { invalidRequest } from '../../../platform/http/problem.ts'
import { type OrgKey, orgRoute } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { AuditEntry, type AuditFilters, AuditQuery } from './entry.ts'
import { listAuditEntries } from './queries.ts'

const Token = z.tuple([z.string(), z.iso.datetime(), z.string().regex(/^\w{1,100}$/)])

export function encodeAuditPageToken(org: OrgKey, filters: AuditFilters, { at, id }: Cursor): string {
  return Buffer.from(JSON.stringify([filterDigest(org, filters), at.toISOString(), id])).toString('base64url')
}

/** A page token is valid only for the list and filters it was created for. */
export function decodeAuditPageToken(org: OrgKey, filters: AuditFilters, token: string): Cursor {
  try {
    const [sign, at, id] = Token.parse(JSON.parse(Buffer.from(token, 'base64url').toString('utf8')))
    if (sign !== filterDigest(org, filters)) throw new Error('belongs to another list')
    return { at: new Date(at), id }
  } catch {
    throw invalidRequest([
      { field: 'pageToken', message: 'must be a nextPageToken of the same list with the same filters' },
    ])
  }
}

function filterDigest(org: OrgKey, { actorId, agentId, method, q, requestId, start, end }: AuditFilters): string {
  const about = [org.id, actorId, agentId, method, q, requestId, start, end]
  return createHash('sha256').update(JSON.stringify(about)).digest('base64url').slice(0, 12)
}

export const auditRoutes = [
  orgRoute({
    method: 'GET',
    path: '/audit-log',
    role: 'admin',
    scope: 'org:admin',
    tag: 'Org',
    summary: 'List who changed what in the org, and who signed in, newest first',
    description:
      'One entry for each change; rejected changes have none. Also sign-ins, and failed sign-ins ' +
      'of members. An entry must match all given filters.',
    query: AuditQuery,
    response: listSchema(AuditEntry),
    handle: ({ tx, org, query }) => readEntryPage(tx, org, query),
  }),
]

async function readEntryPage(db: Db, org: OrgKey, query: AuditQuery): Promise<ListPage<AuditEntry>> {
  const { limit, pageToken, ...filters } = query
  const { start, end } = filters
  if (start && end && start > end) throw invalidRequest([{ field: 'start', message: 'must not be after end' }])
  const after = pageToken === undefined ? undefined : decodeAuditPageToken(org, filters, pageToken)
  // Reads one extra row to detect whether there is a next page.
  const found = await listAuditEntries(db, org, { filters, after, limit: limit + 1 })
  const data = found.slice(0, limit)
  const last = data.at(-1)
  if (!last || found.length <= limit) return { data }
  return { data, nextPageToken: encodeAuditPageToken(org, filters, { at: new Date(last.at), id: last.id }) }
}

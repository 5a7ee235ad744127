import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Cursor } from '../../../platform/http/page.ts'
import { invalidRequest } from '../../../platform/http/problem.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { AuditFilters } from './entry.ts'

const Token = z.tuple([z.string(), z.iso.datetime(), z.string().regex(/^\w{1,100}$/)])

export function encodeAuditPageToken(org: OrgKey, filters: AuditFilters, { at, id }: Cursor): string {
  return Buffer.from(JSON.stringify([filterDigest(org, filters), at.toISOString(), id])).toString('base64url')
}

/** A token is good for the list and the filters that it was made for. */
export function decodeAuditPageToken(org: OrgKey, filters: AuditFilters, token: string): Cursor {
  try {
    const [sign, at, id] = Token.parse(JSON.parse(Buffer.from(token, 'base64url').toString('utf8')))
    if (sign !== filterDigest(org, filters)) throw new Error('of another list')
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

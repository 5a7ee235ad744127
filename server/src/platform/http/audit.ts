import type { Db } from '../db/database.ts'
import type { AnyRouteContext, HttpMethod, Route } from './route.ts'

/** An action in an org: who did it and where, never the data. */
export type AuditRecord = {
  orgId: string
  actor: { kind: 'user' | 'key' | 'system'; id: string }
  /** The automated caller named by `X-Svc-Agent`. */
  via?: string
  action: string
  method: HttpMethod
  /** Relative to `/v1`, without the query. */
  path: string
  agentId?: string
  requestId: string
  ip: string
  status: number
}

export type WriteAuditRecord = (tx: Db, entry: AuditRecord) => Promise<void>

/** Returns the audit entry of a request; none for a rejected one, a read, or a request outside of an org. */
export function createAuditRecord(route: Route, context: AnyRouteContext, status: number): AuditRecord | undefined {
  const by = route.audited && status < 400 ? findActor(route, context) : undefined
  if (!by) return undefined
  const { agent, request } = context
  return {
    ...by,
    ...(request.svcAgent && { via: request.svcAgent }),
    action: route.summary,
    method: route.method,
    path: auditPathOf(route, context),
    ...(agent && { agentId: agent.id }),
    requestId: request.id,
    ip: request.ip,
    status,
  }
}

/** Records any system operator as `system`, because they act on the org from outside. */
function findActor(
  { access }: Route,
  { caller, org }: AnyRouteContext,
): Pick<AuditRecord, 'orgId' | 'actor'> | undefined {
  if (access.kind === 'system') return org && { orgId: org.id, actor: { kind: 'system', id: caller.id } }
  if (caller.kind !== 'user' && caller.kind !== 'key') return undefined
  return { orgId: caller.orgId, actor: { kind: caller.kind, id: caller.id } }
}

function auditPathOf({ path }: Route, { params }: AnyRouteContext): string {
  const named = params as Record<string, string>
  return path.replace(/(?<=\/):(\w+)/g, (_, name) => encodeURIComponent(named[name] ?? ''))
}

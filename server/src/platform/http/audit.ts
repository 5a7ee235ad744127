import type { Db } from '../db/database.ts'
import type { AnyContext, Method, Route } from './route.ts'

/** Something that was done in an org: by whom and where, never with what. */
export type Audited = {
  orgId: string
  actor: { kind: 'user' | 'key' | 'system'; id: string }
  /** The automated caller that `X-Svc-Agent` names. */
  via?: string
  /** The summary of the route. */
  action: string
  method: Method
  /** Below `/v1`, without a query. */
  path: string
  agentId?: string
  requestId: string
  ip: string
  status: number
}

export type Audit = (tx: Db, entry: Audited) => Promise<void>

/** The entry that a request leaves, or none: what was refused, what only reads, and what is done in no org. */
export function auditedIn(route: Route, context: AnyContext, status: number): Audited | undefined {
  const by = route.audited && status < 400 ? actorIn(route, context) : undefined
  if (!by) return undefined
  const { agent, request } = context
  return {
    ...by,
    ...(request.svcAgent && { via: request.svcAgent }),
    action: route.summary,
    method: route.method,
    path: pathOf(route, context),
    ...(agent && { agentId: agent.id }),
    requestId: request.id,
    ip: request.ip,
    status,
  }
}

/** An operator, whoever it is, acts on an org from outside. */
function actorIn({ access }: Route, { caller, org }: AnyContext): Pick<Audited, 'orgId' | 'actor'> | undefined {
  if (access.door === 'system') return org && { orgId: org.id, actor: { kind: 'system', id: caller.id } }
  if (caller.kind !== 'user' && caller.kind !== 'key') return undefined
  return { orgId: caller.orgId, actor: { kind: caller.kind, id: caller.id } }
}

function pathOf({ path }: Route, { params }: AnyContext): string {
  const named = params as Record<string, string>
  return path.replace(/(?<=\/):(\w+)/g, (_, name) => encodeURIComponent(named[name] ?? ''))
}

import { impliedScopes, roles, scopes } from '@parley/definition/vocabulary'

/** Roles, scopes and the access decision, as plain data and functions. */

export type Role = (typeof roles)[number]
/** The lowest role a route may require; an owner is an admin who cannot be locked out. */
export type MinimumRole = Exclude<Role, 'owner' | 'frontDesk'>

export type Scope = (typeof scopes)[number]

export const readScopes: readonly Scope[] = [
  'agents:read',
  'people:read',
  'knowledge:read',
  'messages:read',
  'catalogs:read',
]
const writeScopes: readonly Scope[] = ['agents:write', 'people:write', 'knowledge:write']
const editorScopes: readonly Scope[] = [...writeScopes, 'templates:apply', 'integrations:journey']
const adminScopes: readonly Scope[] = ['webhooks:manage', 'org:admin']
/** The inbox and people, one by one: no configuration, and no export of everything. */
const frontDeskScopes: readonly Scope[] = ['people:read', 'people:write', 'messages:read', 'catalogs:read']
/** What a front desk member needs on a route that names it. */
export type FrontDeskScope = 'people:read' | 'people:write' | 'messages:read'

/** Adds implied scopes: a write scope includes its read scope, and every caller may read the catalogs. */
export function expandScopes(granted: readonly Scope[]): Scope[] {
  const held = new Set<Scope>(['catalogs:read'])
  for (const scope of granted) for (const one of [scope, ...(impliedScopes[scope] ?? [])]) held.add(one)
  return scopes.filter((scope) => held.has(scope))
}

/** The scopes of a signed-in user with that role. `integrations:journey` is for API keys only. */
export function scopesOfRole(role: Role): Scope[] {
  // Not expanded: writing people would include exporting them.
  if (role === 'frontDesk') return scopes.filter((scope) => frontDeskScopes.includes(scope))
  const held = [...readScopes]
  if (role !== 'viewer') held.push(...writeScopes, 'templates:apply')
  if (role === 'admin' || role === 'owner') held.push(...adminScopes)
  return expandScopes(held)
}

export function roleOfScopes(held: readonly Scope[]): Role {
  if (held.some((scope) => adminScopes.includes(scope))) return 'admin'
  if (held.some((scope) => editorScopes.includes(scope))) return 'editor'
  return 'viewer'
}

/** The scopes of `credentials.json` and of a new org's first key: all except the journey scope. */
export const allScopesExceptJourney: readonly Scope[] = scopes.filter((scope) => scope !== 'integrations:journey')

type OrgMember = { id: string; orgId: string; role: Role; scopes: readonly Scope[] }

/** The agents that a member is limited to, by their keys. Absent: all agents of the org. */
export type AgentLimit = { agentKeys?: readonly number[] }

export const isAgentAllowed = ({ agentKeys }: AgentLimit, key: number): boolean =>
  agentKeys === undefined || agentKeys.includes(key)

export type Caller =
  | ({ kind: 'key' } & OrgMember)
  /**
   * `epoch` belongs to the membership, `openId` to the account that the issuer vouched for; `sessionId` is absent when
   * the caller presents the issuer's ID token directly. `applicationId` is the grant of a connected application that
   * acts for the user, within the scopes that the user allowed.
   */
  | ({ kind: 'user'; sysop: boolean; epoch: number; openId?: number; sessionId?: string } & OrgMember &
      AgentLimit & { applicationId?: string })
  | {
      kind: 'emulator'
      id: string
      orgId: string
      agentKey: number
      agentId: string
      expiresAt?: Date
      draftId?: string
    }
  | { kind: 'system'; id: string }
  /** An agent at the messaging gateway, authenticated by its access token. */
  | { kind: 'agent'; id: string; orgId: string }

/**
 * The requirements of a route for its caller. `token` accepts every token except emulator grants; `catalog` is open to
 * all orgs.
 */
export type AccessRule =
  | { kind: 'public' }
  | { kind: 'token' }
  | { kind: 'catalog'; scope: Scope }
  | { kind: 'emulator' }
  | { kind: 'system' }
  /** The agent itself, at the messaging gateway. */
  | { kind: 'agent' }
  | OrgAccessRule

/**
 * `grant` also admits the emulator grant of the agent in the path, `frontDesk` a front desk member with that scope, and
 * `limited` a member who is limited to some agents: on routes of an agent, and on those of the org that answer with
 * nothing about other agents.
 */
type OrgAccessRule = {
  kind: 'org'
  role: MinimumRole
  scope?: Scope | readonly Scope[]
  grant?: boolean
  frontDesk?: FrontDeskScope
  limited?: boolean
}

export type AccessDenial =
  | 'auth.forbidden'
  | 'auth.scope_missing'
  | 'auth.emulator_grant.forbidden'
  | 'resource.not_found'

/** Checks in order: emulator grant, org, then role and scope (for an API key: scope first). */
export function decideAccess(
  caller: Caller,
  rule: AccessRule,
  target: { org?: string; agent?: string },
): AccessDenial | undefined {
  if (rule.kind === 'public') return undefined
  if (rule.kind === 'agent' || caller.kind === 'agent') return checkAgentAccess(caller, rule)
  if (caller.kind === 'emulator')
    return isAllowedByGrant(caller, rule, target) ? undefined : 'auth.emulator_grant.forbidden'
  if (rule.kind === 'emulator') return 'resource.not_found'
  if (rule.kind === 'system') return isSystemOperator(caller) ? undefined : 'resource.not_found'
  if (rule.kind === 'token') return undefined
  if (rule.kind === 'catalog') return hasScope(caller, rule.scope) ? undefined : 'auth.scope_missing'
  if (caller.kind === 'system' || caller.orgId !== target.org) return 'resource.not_found'
  if (caller.kind === 'user' && caller.agentKeys && !rule.limited) return 'auth.forbidden'
  if (caller.role === 'frontDesk') return checkFrontDesk(caller, rule)
  const role = roles.indexOf(caller.role) >= roles.indexOf(rule.role) ? undefined : 'auth.forbidden'
  const scope = hasScope(caller, rule.scope) ? undefined : 'auth.scope_missing'
  return caller.kind === 'user' ? (role ?? scope) : (scope ?? role)
}

function checkFrontDesk(caller: ScopeHolder, { frontDesk }: OrgAccessRule): AccessDenial | undefined {
  if (frontDesk === undefined) return 'auth.forbidden'
  return hasScope(caller, frontDesk) ? undefined : 'auth.scope_missing'
}

/** The gateway and the management API treat each other's tokens as unknown. */
function checkAgentAccess(caller: Caller, rule: AccessRule): AccessDenial | undefined {
  return caller.kind === 'agent' && rule.kind === 'agent' ? undefined : 'resource.not_found'
}

export function isSystemOperator(caller: Caller): boolean {
  return caller.kind === 'system' || (caller.kind === 'user' && caller.sysop)
}

function isAllowedByGrant(
  grant: Caller & { kind: 'emulator' },
  rule: AccessRule,
  target: { org?: string; agent?: string },
): boolean {
  if (rule.kind === 'emulator') return true
  if (rule.kind !== 'org' || !rule.grant) return false
  return grant.orgId === target.org && grant.agentId === target.agent
}

type ScopeHolder = Exclude<Caller, { kind: 'emulator' | 'agent' }>

/** A key with only the journey scope opens its own routes and nothing else, not even routes that require no scope. */
function hasScope(caller: ScopeHolder, required: Scope | readonly Scope[] | undefined): boolean {
  const held: readonly Scope[] = caller.kind === 'system' ? ['catalogs:read'] : caller.scopes
  if (caller.kind === 'key' && isJourneyOnly(held))
    return required !== undefined && [required].flat().includes('integrations:journey')
  if (required === undefined) return true
  return typeof required === 'string' ? held.includes(required) : required.some((one) => held.includes(one))
}

function isJourneyOnly(held: readonly Scope[]): boolean {
  if (!held.includes('integrations:journey')) return false
  return held.every((one) => one === 'integrations:journey' || one === 'catalogs:read')
}

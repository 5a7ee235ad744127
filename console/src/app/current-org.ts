import { roles } from '@parley/definition/vocabulary'
import type { AgentClient, OrgClient, Schema } from '@parley/sdk'
import { createContext, useContext, useMemo } from 'react'

export type OrgRole = (typeof roles)[number]
/** What a page or a control needs: a role, or to `serve` people at the desk, which the front desk and editors may. */
export type Permission = Exclude<OrgRole, 'frontDesk'> | 'serve'
/** The open org, its API client, and the permissions of the signed-in user. */
export type CurrentOrg = {
  id: string
  name: string
  role: OrgRole
  userId: string
  /** Whether the user works only with some agents; they create none. */
  isLimited: boolean
  api: OrgClient
  /** Whether the user has this permission. Controls that need more are hidden or disabled. */
  can(permission: Permission): boolean
  key(...rest: unknown[]): unknown[]
}

export type CurrentAgent = {
  id: string
  name: string
  /** Undefined for a caller who may only play personas. */
  agent: Schema<'Agent'> | undefined
  /** Reads and writes the draft, if one is open, where a route is part of the configuration. */
  api: AgentClient
  /** The draft that the console works on instead of live. */
  draft?: Schema<'Draft'> | undefined
  /** Query keys of live and of each draft differ. */
  key(...rest: unknown[]): unknown[]
}

export const OrgContext = createContext<CurrentOrg | undefined>(undefined)
export const AgentContext = createContext<CurrentAgent | undefined>(undefined)

export const hasPermission = (held: OrgRole, required: Permission): boolean =>
  required === 'serve'
    ? held === 'frontDesk' || hasPermission(held, 'editor')
    : roles.indexOf(held) >= roles.indexOf(required)

export function useOrg(): CurrentOrg {
  const org = useContext(OrgContext)
  if (!org) throw new Error('No org is open')
  return org
}

export function useAgent(): CurrentAgent {
  const agent = useContext(AgentContext)
  if (!agent) throw new Error('No agent is open')
  return agent
}

/** Ids of the open org and agent, as route params for links. */
export function useRouteIds(): { org: string; agent: string } {
  const [{ id: org }, { id: agent }] = [useOrg(), useAgent()]
  return useMemo(() => ({ org, agent }), [org, agent])
}

export const useCan = (permission: Permission): boolean => useOrg().can(permission)

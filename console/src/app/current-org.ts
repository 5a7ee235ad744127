import type { AgentClient, OrgClient, Schema } from '@parley/sdk'
import { createContext, useContext, useMemo } from 'react'

export type OrgRole = 'viewer' | 'editor' | 'admin' | 'owner'
const rolesByRank: readonly OrgRole[] = ['viewer', 'editor', 'admin', 'owner']

/** The org that is open, the API in it, and what whoever is signed in may do there. */
export type CurrentOrg = {
  id: string
  name: string
  role: OrgRole
  userId: string
  api: OrgClient
  /** Whether the role is at least this one: who may not is shown, not offered. */
  can(role: OrgRole): boolean
  /** The key of a query on something of the org. */
  key(...rest: unknown[]): unknown[]
}

/** The agent that is open. */
export type CurrentAgent = {
  id: string
  name: string
  agent: Schema<'Agent'>
  api: AgentClient
  /** The key of a query on something of the agent. */
  key(...rest: unknown[]): unknown[]
}

export const OrgContext = createContext<CurrentOrg | undefined>(undefined)
export const AgentContext = createContext<CurrentAgent | undefined>(undefined)

export const hasRole = (held: OrgRole, required: OrgRole): boolean =>
  rolesByRank.indexOf(held) >= rolesByRank.indexOf(required)

export function useOrg(): CurrentOrg {
  const org = useContext(OrgContext)
  if (!org) throw new Error('There is no org open here')
  return org
}

export function useAgent(): CurrentAgent {
  const agent = useContext(AgentContext)
  if (!agent) throw new Error('There is no agent open here')
  return agent
}

/** The open org and agent, as links want them. */
export function useRouteIds(): { org: string; agent: string } {
  const [{ id: org }, { id: agent }] = [useOrg(), useAgent()]
  return useMemo(() => ({ org, agent }), [org, agent])
}

/** True where the signed-in user may do what asks for that role. */
export const useCan = (role: OrgRole): boolean => useOrg().can(role)

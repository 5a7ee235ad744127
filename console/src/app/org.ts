import type { AgentClient, OrgClient, Schema } from '@parley/sdk'
import { createContext, useContext, useMemo } from 'react'

export type Role = 'viewer' | 'editor' | 'admin' | 'owner'
const ranks: readonly Role[] = ['viewer', 'editor', 'admin', 'owner']

/** The org that is open, the API in it, and what whoever is signed in may do there. */
export type OpenOrg = {
  id: string
  name: string
  role: Role
  userId: string
  api: OrgClient
  /** Whether the role is at least this one: who may not is shown, not offered. */
  can(role: Role): boolean
  /** The key of a query on something of the org. */
  key(...rest: unknown[]): unknown[]
}

/** The agent that is open. */
export type OpenAgent = {
  id: string
  name: string
  agent: Schema<'Agent'>
  api: AgentClient
  /** The key of a query on something of the agent. */
  key(...rest: unknown[]): unknown[]
}

export const OrgContext = createContext<OpenOrg | undefined>(undefined)
export const AgentContext = createContext<OpenAgent | undefined>(undefined)

export const atLeast = (held: Role, asked: Role): boolean => ranks.indexOf(held) >= ranks.indexOf(asked)

export function useOrg(): OpenOrg {
  const org = useContext(OrgContext)
  if (!org) throw new Error('There is no org open here')
  return org
}

export function useAgent(): OpenAgent {
  const agent = useContext(AgentContext)
  if (!agent) throw new Error('There is no agent open here')
  return agent
}

/** The open org and agent, as links want them. */
export function usePlace(): { org: string; agent: string } {
  const [{ id: org }, { id: agent }] = [useOrg(), useAgent()]
  return useMemo(() => ({ org, agent }), [org, agent])
}

/** True where the signed-in user may do what asks for that role. */
export const useCan = (role: Role): boolean => useOrg().can(role)

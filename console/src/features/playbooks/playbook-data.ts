import type { Schema } from '@parley/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type CurrentAgent, useAgent } from '../../app/current-org.ts'

export type AgentPlaybook = Schema<'AgentPlaybook'>

export function usePlaybooks() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('playbooks', 'list'),
    queryFn: async ({ signal }) => (await agent.api.get('/playbooks', { signal })).data,
  })
}

/** Refetches everything derived from the playbooks. */
export function useInvalidatePlaybooks(): () => void {
  const agent = useAgent()
  const queries = useQueryClient()
  return () => {
    for (const what of ['playbooks', 'lint', 'export']) void queries.invalidateQueries({ queryKey: agent.key(what) })
  }
}

/** Entities that a playbook can refer to, besides texts. */
export type PlaybookReferences = {
  goals: readonly Schema<'AgentGoal'>[]
  integrations: readonly IntegrationReference[]
  peopleFields: readonly { key: string; label: string }[]
  locations: readonly Schema<'AgentLocation'>[]
  timezone: string
}

/** `tools` are those of an MCP server or an OpenAPI service; an HTTP integration is called itself. */
export type IntegrationReference = { id: string; name: string; tools?: readonly string[] }

const noReferences: PlaybookReferences = {
  goals: [],
  integrations: [],
  peopleFields: [],
  locations: [],
  timezone: 'UTC',
}

export function usePlaybookReferences(): { around: PlaybookReferences; isRead: boolean } {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('playbook-surroundings'),
    queryFn: ({ signal }) => readPlaybookReferences(agent, signal),
  })
  return { around: data ?? noReferences, isRead: data !== undefined }
}

async function readPlaybookReferences({ api }: CurrentAgent, signal: AbortSignal): Promise<PlaybookReferences> {
  const [goals, integrations, fields, locations, scheduling] = await Promise.all([
    api.get('/goals', { signal }),
    api.get('/integrations', { signal }),
    api.get('/people-fields', { signal }),
    api.get('/locations', { signal }),
    api.get('/scheduling', { signal }),
  ])
  return {
    goals: goals.data,
    integrations: integrations.data.map((one) => ({
      id: one.id,
      name: one.name ?? one.id,
      ...(one.kind !== 'http' && { tools: one.tools.map(({ name }) => name) }),
    })),
    peopleFields: fields.data.map(({ key, label }) => ({ key, label: label ?? key })),
    locations: locations.data,
    timezone: scheduling.timezone ?? 'UTC',
  }
}

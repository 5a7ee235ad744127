import { useQuery } from '@tanstack/react-query'
import { type OpenAgent, useAgent } from '../../app/org.ts'
import type { AgentParts } from './agent-content.ts'

const nothing: AgentParts = { templates: [], things: [], collections: [], media: [], identity: {}, agentName: '' }

/** What texts of the agent may name; nothing until it is read. */
export function useAgentParts(): AgentParts {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('named-in-texts'),
    queryFn: ({ signal }) => readParts(agent, signal),
    staleTime: 60_000,
  })
  return data ?? nothing
}

async function readParts({ api, name }: OpenAgent, signal: AbortSignal): Promise<AgentParts> {
  const [templates, things, collections, media, identity] = await Promise.all([
    api.get('/message-templates', { signal }),
    api.get('/knowledge/things', { signal }),
    api.get('/knowledge/collections', { signal }),
    api.get('/media', { signal }),
    api.get('/identity', { signal }),
  ])
  return {
    templates: templates.data,
    things: things.data as AgentParts['things'],
    collections: collections.data,
    media: media.data,
    identity,
    agentName: name,
  }
}

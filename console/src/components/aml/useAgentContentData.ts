import { useQuery } from '@tanstack/react-query'
import { type CurrentAgent, useAgent } from '../../app/current-org.ts'
import type { AgentContentData } from './agent-content.ts'

const nothing: AgentContentData = { templates: [], things: [], collections: [], media: [], identity: {}, agentName: '' }

/** What the agent's texts can reference; empty until loaded. */
export function useAgentContentData(): AgentContentData {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('named-in-texts'),
    queryFn: ({ signal }) => readContentData(agent, signal),
    staleTime: 60_000,
  })
  return data ?? nothing
}

async function readContentData({ api, name }: CurrentAgent, signal: AbortSignal): Promise<AgentContentData> {
  const [templates, things, collections, media, identity] = await Promise.all([
    api.get('/message-templates', { signal }),
    api.get('/knowledge/things', { signal }),
    api.get('/knowledge/collections', { signal }),
    api.get('/media', { signal }),
    api.get('/identity', { signal }),
  ])
  return {
    templates: templates.data,
    things: things.data as AgentContentData['things'],
    collections: collections.data,
    media: media.data,
    identity,
    agentName: name,
  }
}

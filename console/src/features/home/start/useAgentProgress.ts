import { useQuery } from '@tanstack/react-query'
import { useOrg } from '../../../app/current-org.ts'
import { readSection } from '../../knowledge/sections/knowledge-section.ts'
import { isSampleFact, listSamplePeople } from './sample-data.ts'
import type { AgentProgress } from './start-steps.ts'

/** Enough to find out whether anybody has talked with the agent, and where. */
const mostConversations = 50
const epoch = '2000-01-01T00:00:00Z'

/** Reads what an agent has so far, from live. Undefined until everything is read, or if it cannot be read. */
export function useAgentProgress(agentId: string): AgentProgress | undefined {
  const org = useOrg()
  const { data } = useQuery({
    queryKey: org.key('agent', agentId, 'progress'),
    queryFn: async ({ signal }): Promise<AgentProgress> => {
      const api = org.api.agent(agentId)
      const query = { start: epoch, limit: mostConversations, includeTest: 'true' as const }
      const [agent, facts, things, sources, conversations, bindings, drafts, lint, people] = await Promise.all([
        api.get('', { signal }),
        readSection(api, 'facts', signal),
        readSection(api, 'things', signal),
        api.get('/knowledge/sources', { signal }),
        api.get('/conversations', { query, signal }),
        api.get('/channels', { signal }),
        api.get('/drafts', { signal }),
        api.get('/lint', { signal }),
        listSamplePeople(api, signal),
      ])
      return {
        identity: agent.identity,
        facts: facts.items.length,
        things: things.items.length,
        sources: sources.data.length,
        conversations: conversations.data,
        bindings: bindings.data,
        drafts: drafts.data,
        lintErrors: lint.data.filter(({ severity }) => severity === 'error').length,
        hasSamples: people.length > 0 || facts.items.some(isSampleFact),
      }
    },
    // What the user does elsewhere shows as soon as they come back.
    refetchOnMount: 'always',
  })
  return data
}

import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/agent.ts'
import { channelName } from '#i18n/channel-names.ts'
import { useAgent } from '../../../app/current-org.ts'
import { useAgentDocument } from '../frame/useAgentDocument.ts'

const { danger: agentDependentsTexts } = strings
const mostPeople = 100

/** What goes with the agent, in words: those it talks to and what runs first, then what was written. */
export function useAgentDependents(): string[] {
  const agent = useAgent()
  const document = useAgentDocument().data
  const { data: live } = useQuery({
    queryKey: agent.key('dependants'),
    queryFn: async ({ signal }) => {
      const [people, channels, campaigns] = await Promise.all([
        agent.api.get('/people', { query: { limit: mostPeople }, signal }),
        agent.api.get('/channels', { signal }),
        agent.api.get('/campaigns', { signal }),
      ])
      const count = people.data.length
      return [
        count > 0 ? agentDependentsTexts.people(count, people.nextPageToken !== undefined) : '',
        ...channels.data.map(({ channel }) => agentDependentsTexts.channel(channelName(channel))),
        ...campaigns.data
          .filter(({ status }) => status === 'running')
          .map(({ name }) => agentDependentsTexts.campaign(name)),
      ]
    },
  })
  return [...(live ?? []), ...describeSections(document ?? {})].filter(Boolean)
}

type DocumentSections = {
  playbooks?: unknown[]
  messageTemplates?: unknown[]
  capabilities?: { knowledge?: { facts?: unknown[]; things?: unknown[] } }
  outreach?: { outreaches?: unknown[] }
}

function describeSections({ playbooks, messageTemplates, capabilities, outreach }: DocumentSections): string[] {
  const { facts, things } = capabilities?.knowledge ?? {}
  return [
    agentDependentsTexts.playbooks(playbooks?.length ?? 0),
    agentDependentsTexts.templates(messageTemplates?.length ?? 0),
    agentDependentsTexts.facts(facts?.length ?? 0),
    agentDependentsTexts.things(things?.length ?? 0),
    agentDependentsTexts.outreaches(outreach?.outreaches?.length ?? 0),
  ]
}

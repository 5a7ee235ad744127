import { useQuery } from '@tanstack/react-query'
import { words } from '#words/agent.ts'
import { channelName } from '#words/channel-names.ts'
import { useAgent } from '../../../app/org.ts'
import { useExport } from '../frame/useExport.ts'

const { danger: said } = words
const mostPeople = 100

/** What goes with the agent, in words: those it talks to and what runs first, then what was written. */
export function useDependants(): string[] {
  const agent = useAgent()
  const document = useExport().data
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
        count > 0 ? said.people(count, people.nextPageToken !== undefined) : '',
        ...channels.data.map(({ channel }) => said.channel(channelName(channel))),
        ...campaigns.data.filter(({ status }) => status === 'running').map(({ name }) => said.campaign(name)),
      ]
    },
  })
  return [...(live ?? []), ...writtenIn(document ?? {})].filter(Boolean)
}

type Written = {
  playbooks?: unknown[]
  messageTemplates?: unknown[]
  capabilities?: { knowledge?: { facts?: unknown[]; things?: unknown[] } }
  outreach?: { outreaches?: unknown[] }
}

function writtenIn({ playbooks, messageTemplates, capabilities, outreach }: Written): string[] {
  const { facts, things } = capabilities?.knowledge ?? {}
  return [
    said.playbooks(playbooks?.length ?? 0),
    said.templates(messageTemplates?.length ?? 0),
    said.facts(facts?.length ?? 0),
    said.things(things?.length ?? 0),
    said.outreaches(outreach?.outreaches?.length ?? 0),
  ]
}

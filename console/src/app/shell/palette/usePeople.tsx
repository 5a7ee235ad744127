import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { IconMessages, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { strings } from '#i18n/app.ts'
import { useOrg } from '../../current-org.ts'
import { useAgentList } from '../Nav.tsx'

const { palette } = strings
const mostAgents = 5

/** People of the open agent, or of the first few where none is open; and their conversations. */
export function usePeopleActions(q: string | undefined): SpotlightActionGroupData {
  const { id: org, api, key } = useOrg()
  const navigate = useNavigate()
  const { agent: open } = useParams({ strict: false })
  const agents = useAgentList()
  const searchedAgents = open ? [{ id: open, name: '' }] : agents.slice(0, mostAgents)
  const { data = [] } = useQuery({
    queryKey: key(
      'palette',
      searchedAgents.map(({ id }) => id),
      q,
    ),
    queryFn: async ({ signal }) => {
      const found = searchedAgents.map(async (agent) => {
        const { data: people } = await api.agent(agent.id).get('/people', { query: { q, limit: 5 }, signal })
        return people.map((person) => ({ ...person, agent }))
      })
      return (await Promise.all(found)).flat()
    },
    enabled: q !== undefined,
  })
  const people = data.map(({ id, firstName, lastName, email, phone, agent }) => ({
    id: `person:${id}`,
    label: [firstName, lastName].filter(Boolean).join(' ') || email || phone || id,
    description: [agent.name, email, phone].filter(Boolean).join(' · '),
    // What the server has found stays, whatever of it holds the words.
    keywords: q ?? '',
    leftSection: <IconUser size={18} aria-hidden />,
    onClick: () =>
      navigate({
        to: '/orgs/$org/agents/$agent/people/$personId',
        params: { org, agent: agent.id, personId: id },
      }),
  }))
  const inbox = open &&
    q !== undefined &&
    people.length > 0 && {
      id: 'conversations',
      label: palette.conversations(q),
      leftSection: <IconMessages size={18} aria-hidden />,
      onClick: () => navigate({ to: '/orgs/$org/agents/$agent/inbox', params: { org, agent: open }, search: { q } }),
    }
  return { group: palette.people, actions: inbox ? [...people, inbox] : people }
}

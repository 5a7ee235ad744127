import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { words } from '#words/app.ts'
import '@mantine/spotlight/styles.layer.css'
import { IconPlus, IconSunMoon, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useOrg } from '../org.ts'
import { useAgentList } from './Nav.tsx'
import { agentIcon as AgentIcon, agentPlaces, orgPlaces } from './places.ts'

const { palette } = words
const [store, actions] = createSpotlight()
export const openPalette = actions.open

/** Ctrl K: pages, agents, people of the open agent, and what can be done from anywhere. */
export function Palette() {
  const [query, setQuery] = useState('')
  const groups = [usePages(), useAgents(), usePeople(query), useDeeds()].filter(
    ({ actions: found }) => found.length > 0,
  )
  return (
    <Spotlight
      store={store}
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      shortcut={['mod + K']}
      nothingFound={palette.nothing}
      highlightQuery
      limit={12}
      scrollable
      searchProps={{ placeholder: palette.placeholder, 'aria-label': palette.open }}
    />
  )
}

function usePages(): SpotlightActionGroupData {
  const org = useOrg()
  const navigate = useNavigate()
  const { agent } = useParams({ strict: false })
  const ofOrg = orgPlaces.map(({ to, label, icon: Icon }) => ({
    id: to,
    label,
    leftSection: <Icon size={18} aria-hidden />,
    onClick: () => navigate({ to, params: { org: org.id } }),
  }))
  const ofAgent = agent
    ? agentPlaces.map(({ to, label, icon: Icon }) => ({
        id: to,
        label,
        leftSection: <Icon size={18} aria-hidden />,
        onClick: () => navigate({ to, params: { org: org.id, agent } }),
      }))
    : []
  return { group: palette.pages, actions: [...ofAgent, ...ofOrg] }
}

function useAgents(): SpotlightActionGroupData {
  const org = useOrg()
  const navigate = useNavigate()
  const found = useAgentList().map(({ id, name }) => ({
    id: `agent:${id}`,
    label: name,
    leftSection: <AgentIcon size={18} aria-hidden />,
    onClick: () => navigate({ to: '/orgs/$org/agents/$agent/inbox', params: { org: org.id, agent: id } }),
  }))
  return { group: palette.agents, actions: found }
}

function usePeople(query: string): SpotlightActionGroupData {
  const org = useOrg()
  const navigate = useNavigate()
  const { agent } = useParams({ strict: false })
  const [q] = useDebouncedValue(query.trim(), 200)
  const { data } = useQuery({
    queryKey: org.key('agent', agent, 'palette', q),
    queryFn: ({ signal }) => org.api.agent(agent ?? '').get('/people', { query: { q, limit: 5 }, signal }),
    enabled: agent !== undefined && q.length >= 2,
  })
  const found = (data?.data ?? []).map(({ id, firstName, lastName, email, phone }) => ({
    id: `person:${id}`,
    label: [firstName, lastName].filter(Boolean).join(' ') || email || phone || id,
    description: [email, phone].filter(Boolean).join(' · '),
    // What the server has found stays, whatever of it holds the words.
    keywords: q,
    leftSection: <IconUser size={18} aria-hidden />,
    onClick: () =>
      navigate({
        to: '/orgs/$org/agents/$agent/people/$personId',
        params: { org: org.id, agent: agent ?? '', personId: id },
      }),
  }))
  return { group: palette.people, actions: found }
}

function useDeeds(): SpotlightActionGroupData {
  const org = useOrg()
  const navigate = useNavigate()
  const { toggleColorScheme } = useMantineColorScheme()
  const create = {
    id: 'new-agent',
    label: palette.newAgent,
    leftSection: <IconPlus size={18} aria-hidden />,
    onClick: () => navigate({ to: '/orgs/$org/new-agent', params: { org: org.id } }),
  }
  const theme = {
    id: 'theme',
    label: palette.theme,
    leftSection: <IconSunMoon size={18} aria-hidden />,
    onClick: toggleColorScheme,
  }
  return { group: palette.actions, actions: org.can('editor') ? [create, theme] : [theme] }
}

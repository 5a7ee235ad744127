import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { strings } from '#i18n/app.ts'
import '@mantine/spotlight/styles.layer.css'
import { IconMessages, IconPlus, IconSunMoon, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useOrg } from '../../current-org.ts'
import { agentIcon as AgentIcon, agentNavItems, orgNavItems, useAgentList } from '../Nav.tsx'

import { useDraftActions } from './useDraftActions.tsx'
import { useEntityActions } from './useNamed.tsx'

const mostAgents = 5

/**
 * Searches the people of the open agent, or of the first few agents if none is open, and links to their conversations.
 */
function usePeopleActions(q: string | undefined): SpotlightActionGroupData {
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
    // The palette filters by keyword too: this keeps every result that the server found.
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

const none = { ofOrg: [], ofAgent: [] }

/** Pages of the menu; nested pages too, once the user has typed something. */
function usePageActions(query: string): SpotlightActionGroupData {
  const { id: org } = useOrg()
  const navigate = useNavigate()
  const { agent } = useParams({ strict: false })
  // Nested pages and their strings are loaded on demand.
  const { data: below = none } = useQuery({
    queryKey: ['places below'],
    queryFn: async () => (await import('./nested-pages.ts')).nestedPages,
    enabled: query !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const ofOrg = [...orgNavItems, ...below.ofOrg].map((item) => ({
    ...toPageAction(item),
    onClick: () => navigate({ to: item.to, params: { org } }),
  }))
  const ofAgent = [...agentNavItems, ...below.ofAgent].map((item) => ({
    ...toPageAction(item),
    onClick: () => agent && navigate({ to: item.to, params: { org, agent } }),
  }))
  return { group: strings.palette.pages, actions: agent ? [...ofAgent, ...ofOrg] : ofOrg }
}

type PageEntry = { to: string; label: string; icon: (typeof orgNavItems)[number]['icon']; of?: string }

const toPageAction = ({ to, label, icon: Icon, of }: PageEntry) => ({
  id: of ? `${of} ${to}` : to,
  label,
  ...(of && { description: of }),
  leftSection: <Icon size={18} aria-hidden />,
})

const { palette } = strings
const [store, actions] = createSpotlight()
export const openPalette = actions.open

/** Ctrl K: drafts, pages, agents, entities of the open agent, people, and global actions. */
export function CommandPalette() {
  const [query, setQuery] = useState('')
  const [settled] = useDebouncedValue(query.trim(), 200)
  const sought = settled.length >= 2 && settled === query.trim() ? settled : undefined
  const groups = [
    useDraftActions(sought),
    usePageActions(query),
    useAgents(),
    usePeopleActions(sought),
    useEntityActions(sought),
    useCommands(),
  ].filter(({ actions: found }) => found.length > 0)
  const enter = useFirstOnEnter(query)
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
      searchProps={{ placeholder: palette.placeholder, 'aria-label': palette.open, onKeyDown: enter }}
    />
  )
}

/** Preselects the first result, and opens it even if Enter was pressed before the results arrived. */
function useFirstOnEnter(query: string): (event: KeyboardEvent) => void {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    const list = document.getElementById(store.getState().listId)
    const first = list?.querySelector<HTMLElement>('[data-action]')
    if (query === '' || !first || list?.querySelector('[data-selected]')) return
    first.setAttribute('data-selected', 'true')
    store.updateState((state) => ({ ...state, selected: 0 }))
    if (wanted.current === query) first.click()
    wanted.current = undefined
  })
  return ({ key }) => {
    if (key === 'Enter') wanted.current = query
  }
}

function useAgents(): SpotlightActionGroupData {
  const org = useOrg()
  const navigate = useNavigate()
  const found = useAgentList().map(({ id, name }) => ({
    id: `agent:${id}`,
    label: name,
    leftSection: <AgentIcon size={18} aria-hidden />,
    onClick: () =>
      navigate({
        to: '/orgs/$org/agents/$agent/inbox',
        params: { org: org.id, agent: id },
        search: { draft: undefined },
      }),
  }))
  return { group: palette.agents, actions: found }
}

function useCommands(): SpotlightActionGroupData {
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

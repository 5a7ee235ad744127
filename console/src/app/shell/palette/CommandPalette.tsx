import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { strings } from '#i18n/app.ts'
import '@mantine/spotlight/styles.layer.css'
import { IconPlus, IconSunMoon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useOrg } from '../../current-org.ts'
import { useAgentList } from '../Nav.tsx'
import { agentIcon as AgentIcon } from '../nav-items.ts'
import { useEntityActions } from './useNamed.tsx'
import { usePageActions } from './usePages.tsx'
import { usePeopleActions } from './usePeople.tsx'

const { palette } = strings
const [store, actions] = createSpotlight()
export const openPalette = actions.open

/** Ctrl K: pages, agents, what the open agent has, people, and what can be done from anywhere. */
export function CommandPalette() {
  const [query, setQuery] = useState('')
  const [settled] = useDebouncedValue(query.trim(), 200)
  const sought = settled.length >= 2 && settled === query.trim() ? settled : undefined
  const groups = [
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

/** The first that is found is chosen, and opened even where Enter came before it. */
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
    onClick: () => navigate({ to: '/orgs/$org/agents/$agent/inbox', params: { org: org.id, agent: id } }),
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

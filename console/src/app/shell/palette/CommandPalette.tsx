import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { strings } from '#i18n/app.ts'
import { strings as palette } from '#i18n/palette.ts'
import '@mantine/spotlight/styles.layer.css'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useOrg } from '../../current-org.ts'
import { agentIcon as AgentIcon, useAgentList, useNavItems } from '../Nav.tsx'
import { useCommands } from './commands.tsx'
import { usePeopleActions } from './people-actions.tsx'
import { useEntityActions, useGuideActions } from './search-actions.tsx'
import { useDraftActions } from './useDraftActions.tsx'

const none = { ofOrg: [], ofAgent: [] }

/** Pages of the menu; nested pages too, once the user has typed something. */
function usePageActions(query: string): SpotlightActionGroupData {
  const { id: org, can } = useOrg()
  const pages = useNavItems()
  const navigate = useNavigate()
  const { agent } = useParams({ strict: false })
  // Nested pages and their strings are loaded on demand.
  const { data: below = none } = useQuery({
    queryKey: ['places below'],
    queryFn: async () => (await import('./nested-pages.ts')).nestedPages,
    enabled: query !== '' && can('viewer'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const ofOrg = [...pages.ofOrg, ...below.ofOrg].map((item) => ({
    ...toPageAction(item),
    onClick: () => navigate({ to: item.to, params: { org } }),
  }))
  const ofAgent = [...pages.ofAgent, ...below.ofAgent].map((item) => ({
    ...toPageAction(item),
    onClick: () => agent && navigate({ to: item.to, params: { org, agent } }),
  }))
  return { group: palette.pages, actions: agent ? [...ofAgent, ...ofOrg] : ofOrg }
}

type PageEntry = {
  to: string
  label: string
  icon: ReturnType<typeof useNavItems>['ofOrg'][number]['icon']
  of?: string
}

const toPageAction = ({ to, label, icon: Icon, of }: PageEntry) => ({
  id: of ? `${of} ${to}` : to,
  label,
  ...(of && { description: of }),
  leftSection: <Icon size={18} aria-hidden />,
})

const [store, { open, close }] = createSpotlight()
const mostShown = 40

/**
 * Ctrl K: drafts, pages, actions, agents, people, conversations, entities of the open agent, and guides. Every change of
 * `request` opens it, or closes it if it is open.
 */
export function CommandPalette({ request }: { request: number }) {
  const [query, setQuery] = useState('')
  const [settled] = useDebouncedValue(query.trim(), 200)
  const sought = settled.length >= 2 && settled === query.trim() ? settled : undefined
  const handled = useRef(0)
  useEffect(() => {
    if (handled.current === request) return
    if (handled.current > 0 && store.getState().opened) close()
    else open()
    handled.current = request
  }, [request])
  // Guides come last: Enter, pressed before the server has answered, must not open one instead of a person.
  const isSearching = useIsFetching({ queryKey: useOrg().key('palette') }) > 0
  const [pages, commands] = [usePageActions(query), useCommands(query)]
  const groups = [
    useDraftActions(sought),
    // Before anything is typed, the actions would otherwise be below all pages of the menu.
    ...(query === '' ? [commands, pages] : [pages, commands]),
    useAgents(),
    ...usePeopleActions(sought),
    useEntityActions(sought),
    useGuideActions(isSearching ? undefined : sought),
  ].filter(({ actions }) => actions.length > 0)
  const enter = useFirstOnEnter(query)
  return (
    <Spotlight
      store={store}
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      nothingFound={palette.nothing}
      highlightQuery
      limit={mostShown}
      scrollable
      searchProps={{ placeholder: palette.placeholder, 'aria-label': strings.palette.open, onKeyDown: enter }}
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

import { useMantineColorScheme } from '@mantine/core'
import type { SpotlightActionGroupData } from '@mantine/spotlight'
import {
  type Icon,
  IconAddressBook,
  IconBook2,
  IconBroadcast,
  IconBulb,
  IconDeviceMobileMessage,
  IconFileImport,
  IconKeyboard,
  IconPlugConnected,
  IconPlus,
  IconSunMoon,
} from '@tabler/icons-react'
import { type UseNavigateResult, useNavigate, useParams } from '@tanstack/react-router'
import { strings as palette } from '#i18n/palette.ts'
import { type Permission, useOrg } from '../../current-org.ts'
import { useAgentList } from '../Nav.tsx'
import { openShortcuts } from '../Shortcuts.tsx'

/** Without an open agent, the palette searches and acts in the first few. */
export const mostAgents = 5

/** Anyone may do what needs no permission. */
type Command = {
  id: string
  label: string
  /** Other words that find it. */
  also?: string
  icon: Icon
  needs?: Permission
  run: () => unknown
}
type RouteIds = { org: string; agent: string }

function listAgentCommands(navigate: UseNavigateResult<string>, params: RouteIds): Command[] {
  const agent = '/orgs/$org/agents/$agent'
  const make = { make: 'new' }
  return [
    {
      id: 'add-fact',
      label: palette.addFact,
      also: palette.addFactAlso,
      icon: IconBulb,
      needs: 'editor',
      run: () => navigate({ to: `${agent}/knowledge/facts`, params, search: make }),
    },
    {
      id: 'import-people',
      label: palette.importPeople,
      icon: IconAddressBook,
      needs: 'editor',
      run: () => navigate({ to: `${agent}/people/import`, params }),
    },
    {
      id: 'start-campaign',
      label: palette.startCampaign,
      also: palette.startCampaignAlso,
      icon: IconBroadcast,
      needs: 'editor',
      run: () => navigate({ to: `${agent}/campaigns/new`, params }),
    },
    {
      id: 'try-agent',
      label: palette.tryAgent,
      icon: IconDeviceMobileMessage,
      needs: 'viewer',
      run: () => navigate({ to: `${agent}/emulator`, params }),
    },
    {
      id: 'add-channel',
      label: palette.addChannel,
      icon: IconPlugConnected,
      needs: 'editor',
      run: () => navigate({ to: `${agent}/channels/add`, params }),
    },
    {
      id: 'add-thing',
      label: palette.addThing,
      icon: IconBook2,
      needs: 'editor',
      run: () => navigate({ to: `${agent}/knowledge`, params, search: make }),
    },
    {
      id: 'import-things',
      label: palette.importThings,
      icon: IconFileImport,
      needs: 'editor',
      run: () => navigate({ to: `${agent}/knowledge/import`, params }),
    },
    {
      id: 'import-document',
      label: palette.importDocument,
      icon: IconFileImport,
      needs: 'editor',
      run: () => navigate({ to: `${agent}/edit/document`, params, search: { do: 'import' } }),
    },
  ]
}

function useOrgCommands(): Command[] {
  const { id: org } = useOrg()
  const navigate = useNavigate()
  const { toggleColorScheme } = useMantineColorScheme()
  return [
    {
      id: 'new-agent',
      label: palette.newAgent,
      also: palette.newAgentAlso,
      icon: IconPlus,
      needs: 'editor',
      run: () => navigate({ to: '/orgs/$org/new-agent', params: { org } }),
    },
    { id: 'theme', label: palette.theme, icon: IconSunMoon, run: toggleColorScheme },
    { id: 'keys', label: palette.keys, icon: IconKeyboard, run: openShortcuts },
  ]
}

/** What the user may do in the open agent, or, once something is typed, in any of the first few agents. */
export function useCommands(query: string): SpotlightActionGroupData {
  const { id: org, can } = useOrg()
  const navigate = useNavigate()
  const { agent: open } = useParams({ strict: false })
  const agents = useAgentList()
  const others = query === '' ? [] : agents.slice(0, mostAgents)
  const targets = open === undefined ? others : [{ id: open, name: '' }]
  const ofAgents = targets.flatMap(({ id, name }) =>
    listAgentCommands(navigate, { org, agent: id }).map((command) => ({ ...command, agent: id, name })),
  )
  const all = [...ofAgents, ...useOrgCommands().map((command) => ({ ...command, agent: '', name: '' }))]
  const actions = all
    .filter(({ needs }) => needs === undefined || can(needs))
    .map(({ id, label, also, icon: Sign, run, agent, name }) => ({
      id: `${id}:${agent}`,
      label,
      ...(also !== undefined && { keywords: also }),
      ...(name !== '' && { description: name }),
      leftSection: <Sign size={18} aria-hidden />,
      onClick: () => void run(),
    }))
  return { group: palette.actions, actions }
}

import { Divider, NavLink, Select, Stack } from '@mantine/core'
import {
  IconAddressBook,
  IconBook2,
  IconBroadcast,
  IconBulb,
  IconCalendar,
  IconDeviceMobileMessage,
  IconHeadset,
  IconHome,
  IconMessageCircle,
  IconMessages,
  IconPlugConnected,
  IconRobot,
  IconRoute,
  IconSend,
  IconSettings,
  IconTemplate,
  IconTestPipe,
  IconVersions,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { strings } from '#i18n/app.ts'
import { useOrg } from '../current-org.ts'
import classes from './shell.module.css'

const { nav } = strings
const agent = '/orgs/$org/agents/$agent'

/** Destinations of the menu, the palette and the shortcuts; `serve` opens a page to the front desk. */
export const orgNavItems = [
  { to: '/orgs/$org', label: nav.home, icon: IconHome, exact: true, needs: 'serve' },
  { to: '/orgs/$org/settings', label: nav.settings, icon: IconSettings },
] as const

export const agentNavItems = [
  { to: `${agent}/inbox`, label: nav.inbox, icon: IconMessages, group: nav.talk, needs: 'serve' },
  { to: `${agent}/desk`, label: nav.desk, icon: IconHeadset, group: nav.talk, needs: 'serve' },
  { to: `${agent}/people`, label: nav.people, icon: IconAddressBook, group: nav.talk, needs: 'serve' },
  { to: `${agent}/appointments`, label: nav.appointments, icon: IconCalendar, group: nav.talk, needs: 'serve' },
  { to: `${agent}/outreach`, label: nav.outreach, icon: IconSend, group: nav.talk },
  { to: `${agent}/campaigns`, label: nav.campaigns, icon: IconBroadcast, group: nav.talk },
  { to: `${agent}/improve`, label: nav.improve, icon: IconBulb, group: nav.build },
  { to: `${agent}/edit`, label: nav.agent, icon: IconRobot, group: nav.build },
  { to: `${agent}/playbooks`, label: nav.playbooks, icon: IconRoute, group: nav.build },
  { to: `${agent}/knowledge`, label: nav.knowledge, icon: IconBook2, group: nav.build },
  { to: `${agent}/setup`, label: nav.setup, icon: IconTemplate, group: nav.build },
  { to: `${agent}/channels`, label: nav.channels, icon: IconPlugConnected, group: nav.build },
  { to: `${agent}/versions`, label: nav.versions, icon: IconVersions, group: nav.build },
  { to: `${agent}/tests`, label: nav.tests, icon: IconTestPipe, group: nav.build },
  { to: `${agent}/emulator`, label: nav.emulator, icon: IconDeviceMobileMessage, group: nav.build },
] as const

export const agentIcon = IconMessageCircle

/** The destinations of the user: everything for a viewer, inbox and people for the front desk. */
export function useNavItems() {
  const { can } = useOrg()
  const isOpen = (item: object) => can('viewer') || ('needs' in item && can('serve'))
  return { ofOrg: orgNavItems.filter(isOpen), ofAgent: agentNavItems.filter(isOpen) }
}

export function Nav() {
  const org = useOrg()
  const { ofOrg, ofAgent } = useNavItems()
  const groups = [...new Set(ofAgent.map(({ group }) => group))]
  const { agent } = useParams({ strict: false })
  return (
    <Stack gap={2}>
      {ofOrg.map(({ to, label, icon: Icon, ...place }) => (
        <Link key={to} to={to} params={{ org: org.id }} activeOptions={{ exact: 'exact' in place }} style={plain}>
          {({ isActive }) => (
            <NavLink component="span" label={label} active={isActive} leftSection={<Icon size={18} aria-hidden />} />
          )}
        </Link>
      ))}
      <Divider my="xs" />
      <AgentChoice agent={agent} />
      {agent && groups.map((group) => <Group key={group} group={group} agent={agent} />)}
    </Stack>
  )
}

const plain = { textDecoration: 'none', color: 'inherit', borderRadius: 'var(--mantine-radius-md)' }

function Group({ group, agent }: { group: string; agent: string }) {
  const org = useOrg()
  const { ofAgent } = useNavItems()
  return (
    <Stack gap={2} component="nav" aria-label={group}>
      <div className={classes.group}>{group}</div>
      {ofAgent
        .filter((item) => item.group === group)
        .map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} params={{ org: org.id, agent }} style={plain}>
            {({ isActive }) => (
              <NavLink component="span" label={label} active={isActive} leftSection={<Icon size={18} aria-hidden />} />
            )}
          </Link>
        ))}
    </Stack>
  )
}

/** Switches to another agent on the same page. */
function AgentChoice({ agent }: { agent: string | undefined }) {
  const org = useOrg()
  const navigate = useNavigate()
  const agents = useAgentList()
  const choices = agents.map(({ id, name }) => ({ value: id, label: name }))
  const listed = !agent || choices.some(({ value }) => value === agent)
  return (
    <Select
      aria-label={strings.nav.chooseAgent}
      placeholder={strings.nav.chooseAgent}
      data={listed ? choices : [...choices, { value: agent, label: agent }]}
      value={agent ?? null}
      allowDeselect={false}
      searchable
      onChange={(chosen) =>
        chosen &&
        navigate({
          to: `/orgs/$org/agents/$agent/inbox`,
          params: { org: org.id, agent: chosen },
          search: { draft: undefined },
        })
      }
    />
  )
}

export function useAgentList() {
  const org = useOrg()
  const { data } = useQuery({
    queryKey: org.key('agents', 'all'),
    queryFn: ({ signal }) => org.api.get('/agents', { query: { limit: 200 }, signal }),
  })
  return data?.data ?? []
}

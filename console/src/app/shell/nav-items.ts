import {
  IconAddressBook,
  IconBook2,
  IconBroadcast,
  IconCalendar,
  IconDeviceMobileMessage,
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
} from '@tabler/icons-react'
import { strings } from '#i18n/app.ts'

const { nav } = strings
const agent = '/orgs/$org/agents/$agent'

/** Destinations of the menu, the palette and the shortcuts. */
export const orgNavItems = [
  { to: '/orgs/$org', label: nav.home, icon: IconHome, exact: true },
  { to: '/orgs/$org/settings', label: nav.settings, icon: IconSettings },
] as const

export const agentNavItems = [
  { to: `${agent}/inbox`, label: nav.inbox, icon: IconMessages, group: nav.talk },
  { to: `${agent}/people`, label: nav.people, icon: IconAddressBook, group: nav.talk },
  { to: `${agent}/appointments`, label: nav.appointments, icon: IconCalendar, group: nav.talk },
  { to: `${agent}/outreach`, label: nav.outreach, icon: IconSend, group: nav.talk },
  { to: `${agent}/campaigns`, label: nav.campaigns, icon: IconBroadcast, group: nav.talk },
  { to: `${agent}/edit`, label: nav.agent, icon: IconRobot, group: nav.build },
  { to: `${agent}/playbooks`, label: nav.playbooks, icon: IconRoute, group: nav.build },
  { to: `${agent}/knowledge`, label: nav.knowledge, icon: IconBook2, group: nav.build },
  { to: `${agent}/setup`, label: nav.setup, icon: IconTemplate, group: nav.build },
  { to: `${agent}/channels`, label: nav.channels, icon: IconPlugConnected, group: nav.build },
  { to: `${agent}/tests`, label: nav.tests, icon: IconTestPipe, group: nav.build },
  { to: `${agent}/emulator`, label: nav.emulator, icon: IconDeviceMobileMessage, group: nav.build },
] as const

export const agentIcon = IconMessageCircle

import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { words } from '#words/admin.ts'
import { useCan, useOrg } from '../../app/org.ts'
import { LinkTabs } from '../../parts/LinkTabs.tsx'
import { Page } from '../../parts/Page.tsx'

const settings = '/orgs/$org/settings'
export const tabs = [
  { to: settings, label: words.tabs.org },
  { to: `${settings}/members`, label: words.tabs.members },
  { to: `${settings}/api-keys`, label: words.tabs.keys },
  { to: `${settings}/webhooks`, label: words.tabs.webhooks },
  { to: `${settings}/connections`, label: words.tabs.connections },
  { to: `${settings}/audit-log`, label: words.tabs.audit },
  { to: `${settings}/usage`, label: words.tabs.usage },
  { to: `${settings}/account`, label: words.tabs.account },
] as const

type Given = {
  /** Only admins see what is in it; others are told so. */
  adminOnly?: boolean
  /** Of the tab, not of the page. */
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** One page of the settings, below the tabs that lead to all of them. */
export function SettingsFrame({ adminOnly, lead, actions, children }: Given) {
  const org = useOrg()
  const mayNot = !useCan('admin') && adminOnly
  return (
    <Page title={words.title} lead={mayNot ? undefined : lead} actions={mayNot ? undefined : actions}>
      <LinkTabs label={words.title}>
        {tabs.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            params={{ org: org.id }}
            activeOptions={{ exact: to === settings, includeSearch: false }}
          >
            {label}
          </Link>
        ))}
      </LinkTabs>
      {mayNot ? (
        <Alert color="gray" icon={<IconLock aria-hidden />} title={words.adminOnly}>
          {words.adminOnlyText(org.role)}
        </Alert>
      ) : (
        children
      )}
    </Page>
  )
}

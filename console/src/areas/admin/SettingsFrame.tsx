import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { words } from '#words/admin.ts'
import { useCan, useOrg } from '../../app/org.ts'
import { LinkTabs } from '../../parts/LinkTabs.tsx'
import { Page } from '../../parts/Page.tsx'

const settings = '/orgs/$org/settings'
const tabs = [
  [settings, words.tabs.org],
  [`${settings}/members`, words.tabs.members],
  [`${settings}/api-keys`, words.tabs.keys],
  [`${settings}/webhooks`, words.tabs.webhooks],
  [`${settings}/connections`, words.tabs.connections],
  [`${settings}/audit-log`, words.tabs.audit],
  [`${settings}/usage`, words.tabs.usage],
  [`${settings}/account`, words.tabs.account],
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
        {tabs.map(([to, label]) => (
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

import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { strings } from '#i18n/admin.ts'
import { roleNames } from '#i18n/role-names.ts'
import { useCan, useOrg } from '../../app/current-org.ts'
import { LinkTabs } from '../../components/LinkTabs.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'

const settings = '/orgs/$org/settings'
export const settingsTabs = [
  { to: settings, label: strings.tabs.org },
  { to: `${settings}/members`, label: strings.tabs.members },
  { to: `${settings}/api-keys`, label: strings.tabs.keys },
  { to: `${settings}/webhooks`, label: strings.tabs.webhooks },
  { to: `${settings}/models`, label: strings.tabs.models },
  { to: `${settings}/connections`, label: strings.tabs.connections },
  { to: `${settings}/audit-log`, label: strings.tabs.audit },
  { to: `${settings}/usage`, label: strings.tabs.usage },
  { to: `${settings}/account`, label: strings.tabs.account },
] as const

type Props = {
  /** Shows its content to admins only; others see a notice. */
  adminOnly?: boolean
  /** The lead of the tab, not of the page. */
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function SettingsFrame({ adminOnly, lead, actions, children }: Props) {
  const org = useOrg()
  const mayNot = !useCan('admin') && adminOnly
  const tabs = useCan('viewer') ? settingsTabs : settingsTabs.filter(({ to }) => to === `${settings}/account`)
  return (
    <PageLayout title={strings.title} lead={mayNot ? undefined : lead} actions={mayNot ? undefined : actions}>
      <LinkTabs label={strings.title}>
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
        <Alert color="gray" icon={<IconLock aria-hidden />} title={strings.adminOnly}>
          {strings.adminOnlyText(roleNames[org.role])}
        </Alert>
      ) : (
        children
      )}
    </PageLayout>
  )
}

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { strings } from '#i18n/versions.ts'
import { useRouteIds } from '../../app/current-org.ts'
import { LinkTabs } from '../../components/LinkTabs.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'

const { tabs } = strings
export const versionsTabs = [
  { to: '/orgs/$org/agents/$agent/versions', label: tabs.drafts },
  { to: '/orgs/$org/agents/$agent/versions/history', label: tabs.history },
  { to: '/orgs/$org/agents/$agent/versions/replays', label: tabs.replays },
  { to: '/orgs/$org/agents/$agent/versions/comparison', label: tabs.comparison },
  { to: '/orgs/$org/agents/$agent/versions/publishing', label: tabs.settings },
] as const

export function VersionsFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const params = useRouteIds()
  return (
    <PageLayout title={strings.title} lead={strings.lead} actions={actions}>
      <LinkTabs label={tabs.label}>
        {versionsTabs.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            params={params}
            activeOptions={{ exact: true, includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {label}
          </Link>
        ))}
      </LinkTabs>
      {children}
    </PageLayout>
  )
}

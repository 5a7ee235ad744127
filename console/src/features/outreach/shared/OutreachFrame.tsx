import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { strings } from '#i18n/outreach.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'

const { tabs } = strings
const routeBase = '/orgs/$org/agents/$agent/outreach'
export const outreachTabs = [
  { to: routeBase, label: tabs.outreaches },
  { to: `${routeBase}/automated`, label: tabs.automated },
  { to: `${routeBase}/sequences`, label: tabs.sequences },
  { to: `${routeBase}/sends`, label: tabs.sends },
  { to: `${routeBase}/links`, label: tabs.links },
  { to: `${routeBase}/settings`, label: tabs.settings },
] as const

export function OutreachFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const params = useRouteIds()
  return (
    <PageLayout title={strings.title} lead={strings.lead} actions={actions}>
      <LinkTabs label={tabs.label}>
        {outreachTabs.map(({ to, label }) => (
          <Link key={to} to={to} params={params} activeOptions={{ exact: true, includeSearch: false }}>
            {label}
          </Link>
        ))}
      </LinkTabs>
      {children}
    </PageLayout>
  )
}

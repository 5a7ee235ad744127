import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { strings } from '#i18n/knowledge.ts'
import { useRouteIds } from '../../app/current-org.ts'
import { LinkTabs } from '../../components/LinkTabs.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'

const routeBase = '/orgs/$org/agents/$agent/knowledge'
export const knowledgeTabs = [
  { to: routeBase, label: strings.tabs.things },
  { to: `${routeBase}/collections`, label: strings.tabs.collections },
  { to: `${routeBase}/facts`, label: strings.tabs.facts },
  { to: `${routeBase}/sources`, label: strings.tabs.sources },
  { to: `${routeBase}/media`, label: strings.tabs.media },
] as const

export function KnowledgeFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const params = useRouteIds()
  return (
    <PageLayout title={strings.title} lead={strings.lead} actions={actions}>
      <LinkTabs label={strings.tabs.label}>
        {knowledgeTabs.map(({ to, label }) => (
          <Link key={to} to={to} params={params} activeOptions={{ exact: true, includeSearch: false }}>
            {label}
          </Link>
        ))}
      </LinkTabs>
      {children}
    </PageLayout>
  )
}

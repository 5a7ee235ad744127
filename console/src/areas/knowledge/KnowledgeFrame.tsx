import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { words } from '#words/knowledge.ts'
import { usePlace } from '../../app/org.ts'
import { LinkTabs } from '../../parts/LinkTabs.tsx'
import { Page } from '../../parts/Page.tsx'

const at = '/orgs/$org/agents/$agent/knowledge'
export const places = [
  { to: at, label: words.tabs.things },
  { to: `${at}/collections`, label: words.tabs.collections },
  { to: `${at}/facts`, label: words.tabs.facts },
  { to: `${at}/sources`, label: words.tabs.sources },
  { to: `${at}/media`, label: words.tabs.media },
] as const

/** Around the five parts of knowledge. */
export function KnowledgeFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const params = usePlace()
  return (
    <Page title={words.title} lead={words.lead} actions={actions}>
      <LinkTabs label={words.tabs.label}>
        {places.map(({ to, label }) => (
          <Link key={to} to={to} params={params} activeOptions={{ exact: true, includeSearch: false }}>
            {label}
          </Link>
        ))}
      </LinkTabs>
      {children}
    </Page>
  )
}

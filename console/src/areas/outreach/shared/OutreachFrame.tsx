import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { words } from '#words/outreach.ts'
import { usePlace } from '../../../app/org.ts'
import { LinkTabs } from '../../../parts/LinkTabs.tsx'
import { Page } from '../../../parts/Page.tsx'

const { tabs } = words
const at = '/orgs/$org/agents/$agent/outreach'
export const places = [
  { to: at, label: tabs.outreaches },
  { to: `${at}/automated`, label: tabs.automated },
  { to: `${at}/sends`, label: tabs.sends },
  { to: `${at}/links`, label: tabs.links },
  { to: `${at}/settings`, label: tabs.settings },
] as const

/** Around the five parts of Outreach. */
export function OutreachFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const params = usePlace()
  return (
    <Page title={words.title} lead={words.lead} actions={actions}>
      <LinkTabs label={tabs.label}>
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

import { Link, Outlet } from '@tanstack/react-router'
import { words } from '#words/setup.ts'
import { useAgent, useOrg } from '../../app/org.ts'
import { LinkTabs } from '../../parts/LinkTabs.tsx'
import { Page } from '../../parts/Page.tsx'

const at = '/orgs/$org/agents/$agent/setup'
export const places = [
  { to: `${at}/templates`, label: words.tabs.templates },
  { to: `${at}/scheduling`, label: words.tabs.scheduling },
  { to: `${at}/people-fields`, label: words.tabs.peopleFields },
  { to: `${at}/tools`, label: words.tabs.tools },
  { to: `${at}/integrations`, label: words.tabs.integrations },
  { to: `${at}/notifications`, label: words.tabs.notifications },
  { to: `${at}/gateway`, label: words.tabs.gateway },
] as const

/** Around what an agent works with. */
export function SetupFrame() {
  const params = { org: useOrg().id, agent: useAgent().id }
  return (
    <Page title={words.title} lead={words.lead}>
      <LinkTabs label={words.tabs.label}>
        {places.map(({ to, label }) => (
          <Link key={to} to={to} params={params} activeOptions={{ includeSearch: false }}>
            {label}
          </Link>
        ))}
      </LinkTabs>
      <Outlet />
    </Page>
  )
}

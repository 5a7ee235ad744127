import { Link, Outlet } from '@tanstack/react-router'
import { strings } from '#i18n/setup.ts'
import { useAgent, useOrg } from '../../app/current-org.ts'
import { LinkTabs } from '../../components/LinkTabs.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'

const routeBase = '/orgs/$org/agents/$agent/setup'
export const setupTabs = [
  { to: `${routeBase}/templates`, label: strings.tabs.templates },
  { to: `${routeBase}/scheduling`, label: strings.tabs.scheduling },
  { to: `${routeBase}/locations`, label: strings.tabs.locations },
  { to: `${routeBase}/people-fields`, label: strings.tabs.peopleFields },
  { to: `${routeBase}/tools`, label: strings.tabs.tools },
  { to: `${routeBase}/integrations`, label: strings.tabs.integrations },
  { to: `${routeBase}/model`, label: strings.tabs.model },
  { to: `${routeBase}/notifications`, label: strings.tabs.notifications },
  { to: `${routeBase}/gateway`, label: strings.tabs.gateway },
] as const

export function SetupFrame() {
  const params = { org: useOrg().id, agent: useAgent().id }
  return (
    <PageLayout title={strings.title} lead={strings.lead}>
      <LinkTabs label={strings.tabs.label}>
        {setupTabs.map(({ to, label }) => (
          <Link key={to} to={to} params={params} activeOptions={{ includeSearch: false }}>
            {label}
          </Link>
        ))}
      </LinkTabs>
      <Outlet />
    </PageLayout>
  )
}

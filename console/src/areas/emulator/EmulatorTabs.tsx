import { Link } from '@tanstack/react-router'
import { words } from '#words/emulator.ts'
import { useAgent, useOrg } from '../../app/org.ts'
import { LinkTabs } from '../../parts/LinkTabs.tsx'

export function EmulatorTabs() {
  const params = { org: useOrg().id, agent: useAgent().id }
  const active = {
    activeOptions: { exact: true, includeSearch: false },
    activeProps: { 'aria-current': 'page' },
  } as const
  return (
    <LinkTabs label={words.tabs.label}>
      <Link to="/orgs/$org/agents/$agent/emulator" params={params} {...active}>
        {words.tabs.phones}
      </Link>
      <Link to="/orgs/$org/agents/$agent/emulator/links" params={params} {...active}>
        {words.tabs.links}
      </Link>
    </LinkTabs>
  )
}

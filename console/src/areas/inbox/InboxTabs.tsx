import { Link } from '@tanstack/react-router'
import { words } from '#words/inbox.ts'
import { useAgent, useOrg } from '../../app/org.ts'
import { LinkTabs } from '../../parts/LinkTabs.tsx'

export function InboxTabs() {
  const params = { org: useOrg().id, agent: useAgent().id }
  const active = {
    activeOptions: { exact: true, includeSearch: false },
    activeProps: { 'aria-current': 'page' },
  } as const
  return (
    <LinkTabs label={words.tabs.label}>
      <Link to="/orgs/$org/agents/$agent/inbox" params={params} {...active}>
        {words.tabs.conversations}
      </Link>
      <Link to="/orgs/$org/agents/$agent/inbox/logs" params={params} {...active}>
        {words.tabs.logs}
      </Link>
    </LinkTabs>
  )
}

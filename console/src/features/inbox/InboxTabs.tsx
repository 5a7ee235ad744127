import { Link } from '@tanstack/react-router'
import { strings } from '#i18n/inbox.ts'
import { useAgent, useCan, useOrg } from '../../app/current-org.ts'
import { LinkTabs } from '../../components/LinkTabs.tsx'

export function InboxTabs() {
  const params = { org: useOrg().id, agent: useAgent().id }
  const active = {
    activeOptions: { exact: true, includeSearch: false },
    activeProps: { 'aria-current': 'page' },
  } as const
  return (
    <LinkTabs label={strings.tabs.label}>
      <Link to="/orgs/$org/agents/$agent/inbox" params={params} {...active}>
        {strings.tabs.conversations}
      </Link>
      {useCan('viewer') && (
        <Link to="/orgs/$org/agents/$agent/inbox/logs" params={params} {...active}>
          {strings.tabs.logs}
        </Link>
      )}
    </LinkTabs>
  )
}

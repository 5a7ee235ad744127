import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { strings } from '#i18n/emulator.ts'
import { useGateway } from '../../api/lookups.ts'
import { useAgent, useOrg } from '../../app/current-org.ts'
import { LinkTabs } from '../../components/LinkTabs.tsx'

export function EmulatorTabs() {
  const params = { org: useOrg().id, agent: useAgent().id }
  const labUrl = useGateway().data?.labUrl
  const active = {
    activeOptions: { exact: true, includeSearch: false },
    activeProps: { 'aria-current': 'page' },
  } as const
  return (
    <LinkTabs label={strings.tabs.label}>
      <Link to="/orgs/$org/agents/$agent/emulator" params={params} {...active}>
        {strings.tabs.phones}
      </Link>
      <Link to="/orgs/$org/agents/$agent/emulator/links" params={params} {...active}>
        {strings.tabs.links}
      </Link>
      {labUrl && (
        <a href={labUrl} target="_blank" rel="noreferrer">
          {strings.tabs.lab} <IconExternalLink size={14} aria-hidden />
        </a>
      )}
    </LinkTabs>
  )
}

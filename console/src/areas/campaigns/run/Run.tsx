import { Alert, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { words } from '#words/campaigns.ts'
import { usePlace } from '../../../app/org.ts'
import { LinkTabs } from '../../../parts/LinkTabs.tsx'
import { type Campaign, isOver } from '../campaign.ts'
import { Recipients } from '../recipients/Recipients.tsx'
import { Report } from '../report/Report.tsx'
import { Setup } from '../Setup.tsx'
import type { RecipientFilter } from '../search.ts'
import { Live } from './Live.tsx'

const from = '/orgs/$org/agents/$agent/campaigns/$campaignId'

/** A campaign that was started: how far it is, what became of it, and for whom. */
export function Run({ campaign, isLost }: { campaign: Campaign; isLost: boolean }) {
  const { tab, state, reason } = useSearch({ from })
  const navigate = useNavigate({ from })
  const filter: RecipientFilter = { ...(state && { state }), ...(reason && { reason }) }
  return (
    <Stack>
      <Tabs campaign={campaign} />
      {campaign.detail && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={words.failed}>
          {campaign.detail}
        </Alert>
      )}
      {tab === 'recipients' && (
        <Recipients
          campaign={campaign}
          filter={filter}
          onFilter={(chosen) => navigate({ search: { tab, ...chosen }, replace: true })}
        />
      )}
      {tab === 'setup' && <Setup campaign={campaign} />}
      {tab === undefined && !isOver(campaign) && <Live campaign={campaign} isLost={isLost} />}
      {tab === undefined && <Report campaign={campaign} />}
    </Stack>
  )
}

function Tabs({ campaign }: { campaign: Campaign }) {
  const params = { ...usePlace(), campaignId: campaign.id }
  const { tab } = useSearch({ from })
  const { tabs } = words
  const first = isOver(campaign) ? tabs.report : tabs.progress
  const places = [
    { key: undefined, label: first },
    { key: 'recipients', label: tabs.recipients },
    { key: 'setup', label: tabs.setup },
  ] as const
  return (
    <LinkTabs label={tabs.label}>
      {places.map(({ key, label }) => (
        <Link
          key={label}
          to={from}
          params={params}
          search={key ? { tab: key } : {}}
          activeOptions={{ exact: key === undefined, includeSearch: true }}
          aria-current={tab === key ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </LinkTabs>
  )
}

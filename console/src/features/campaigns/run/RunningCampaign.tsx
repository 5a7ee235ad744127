import { Alert, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/campaigns.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { CampaignSetup } from '../CampaignSetup.tsx'
import { type Campaign, isCampaignOver } from '../campaign.ts'
import type { RecipientFilter } from '../campaign-search.ts'
import { Recipients } from '../recipients/Recipients.tsx'
import { CampaignReportView } from '../report/CampaignReportView.tsx'
import { LiveProgress } from './LiveProgress.tsx'

const from = '/orgs/$org/agents/$agent/campaigns/$campaignId'

export function RunningCampaign({ campaign, isLost }: { campaign: Campaign; isLost: boolean }) {
  const { tab, state, reason } = useSearch({ from })
  const navigate = useNavigate({ from })
  const filter: RecipientFilter = { ...(state && { state }), ...(reason && { reason }) }
  return (
    <Stack>
      <Tabs campaign={campaign} />
      {campaign.detail && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={strings.failed}>
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
      {tab === 'setup' && <CampaignSetup campaign={campaign} />}
      {tab === undefined && !isCampaignOver(campaign) && <LiveProgress campaign={campaign} isLost={isLost} />}
      {tab === undefined && <CampaignReportView campaign={campaign} />}
    </Stack>
  )
}

function Tabs({ campaign }: { campaign: Campaign }) {
  const params = { ...useRouteIds(), campaignId: campaign.id }
  const { tab } = useSearch({ from })
  const { tabs } = strings
  const first = isCampaignOver(campaign) ? tabs.report : tabs.progress
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

import { Alert, Button, Stack } from '@mantine/core'
import { IconAlertTriangle, IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/campaigns.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { CampaignSetup } from '../CampaignSetup.tsx'
import { type Campaign, isCampaignOver } from '../campaign.ts'
import { recipientFilterOf } from '../campaign-search.ts'
import { Recipients } from '../recipients/Recipients.tsx'
import { CampaignReportView } from '../report/CampaignReportView.tsx'
import { useCampaignCommand } from '../useCampaign.ts'
import { LiveProgress } from './LiveProgress.tsx'

const from = '/orgs/$org/agents/$agent/campaigns/$campaignId'

export function RunningCampaign({ campaign, isLost }: { campaign: Campaign; isLost: boolean }) {
  const { tab, ...search } = useSearch({ from })
  const navigate = useNavigate({ from })
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
          filter={recipientFilterOf(search)}
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

const { live } = strings

/** Pausing takes one click; only irreversible actions ask for confirmation. */
export function RunButtons({ campaign: { id, name, status } }: { campaign: Campaign }) {
  const can = useCan('editor')
  const pausing = useCampaignCommand(id, 'pause', live.paused)
  const resuming = useCampaignCommand(id, 'resume', live.resumed)
  const canceling = useCampaignCommand(id, 'cancel', live.cancelled)
  if (!can || (status !== 'running' && status !== 'paused')) return null
  const cancel = async () => {
    const question = { title: live.cancelTitle(name), text: live.cancelText, ok: live.cancel, danger: true }
    if (await askConfirmation(question)) canceling.mutate()
  }
  return (
    <>
      {status === 'running' ? (
        <Button
          leftSection={<IconPlayerPause size={16} aria-hidden />}
          onClick={() => pausing.mutate()}
          loading={pausing.isPending}
        >
          {live.pause}
        </Button>
      ) : (
        <Button
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          onClick={() => resuming.mutate()}
          loading={resuming.isPending}
        >
          {live.resume}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={16} aria-hidden />}
        onClick={cancel}
        loading={canceling.isPending}
      >
        {live.cancel}
      </Button>
    </>
  )
}

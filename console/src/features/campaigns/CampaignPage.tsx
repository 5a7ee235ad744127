import { Badge } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/campaigns.ts'
import { SidePanel } from '../../components/Dialog.tsx'
import { ErrorAlert } from '../../components/ErrorAlert.tsx'
import { Loading } from '../../components/Loading.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { StatusBadge } from '../../components/StatusBadge.tsx'
import { CampaignMenu } from './CampaignMenu.tsx'
import { type Campaign, isEditable } from './campaign.ts'
import type { CampaignSearch, ComposerStep, RecipientFilter } from './campaign-search.ts'
import { CampaignComposer } from './compose/CampaignComposer.tsx'
import { blankCampaignDraft } from './compose/campaign-draft.ts'
import { Recipients } from './recipients/Recipients.tsx'
import { RunButtons } from './run/RunButtons.tsx'
import { RunningCampaign } from './run/RunningCampaign.tsx'
import { useCampaign } from './useCampaign.ts'

const from = '/orgs/$org/agents/$agent/campaigns/$campaignId'

/** One campaign: on its way to the start, while it runs, and what became of it. */
export function CampaignPage() {
  const { campaignId } = useParams({ from })
  const { data: campaign, error, refetch, isLost } = useCampaign(campaignId)
  if (error && !campaign) return <ErrorAlert error={error} retry={refetch} />
  if (!campaign) return <Loading />
  return (
    <PageLayout
      title={campaign.name}
      beside={
        <>
          <StatusBadge status={campaign.status} label={strings.statuses[campaign.status]} />
          {campaign.test && (
            <Badge variant="default" tt="none">
              {strings.rehearsal}
            </Badge>
          )}
        </>
      }
      actions={
        <>
          <RunButtons campaign={campaign} />
          <CampaignMenu campaign={campaign} />
        </>
      }
    >
      {isEditable(campaign) ? (
        <OpenCampaign campaign={campaign} />
      ) : (
        <RunningCampaign campaign={campaign} isLost={isLost} />
      )}
    </PageLayout>
  )
}

/** What is read again and again is the same campaign; only another one begins a new form. */
function OpenCampaign({ campaign }: { campaign: Campaign }) {
  const { step, state, reason } = useSearch({ from })
  const navigate = useNavigate({ from })
  const goTo = (search: CampaignSearch) => void navigate({ search })
  const filter: RecipientFilter = { ...(state && { state }), ...(reason && { reason }) }
  const shown: ComposerStep = step ?? (campaign.status === 'staged' || campaign.staging ? 'checks' : 'outreach')
  return (
    <>
      <CampaignComposer
        key={campaign.id}
        campaign={campaign}
        initial={blankCampaignDraft}
        step={shown}
        onStep={(next) => goTo({ step: next })}
      />
      <SidePanel
        opened={Object.keys(filter).length > 0}
        onClose={() => goTo({ step: shown })}
        title={strings.recipients.table}
        size="xl"
      >
        <Recipients campaign={campaign} filter={filter} onFilter={(chosen) => goTo({ step: shown, ...chosen })} />
      </SidePanel>
    </>
  )
}

import { Badge } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { words } from '#words/campaigns.ts'
import { SidePanel } from '../../parts/Dialog.tsx'
import { Loading } from '../../parts/Loading.tsx'
import { Page } from '../../parts/Page.tsx'
import { StatusBadge } from '../../parts/StatusBadge.tsx'
import { Trouble } from '../../parts/Trouble.tsx'
import { CampaignMenu } from './CampaignMenu.tsx'
import { type Campaign, isOpen } from './campaign.ts'
import { Composer } from './compose/Composer.tsx'
import { blankDraft } from './compose/draft.ts'
import { Recipients } from './recipients/Recipients.tsx'
import { Run } from './run/Run.tsx'
import { RunButtons } from './run/RunButtons.tsx'
import type { CampaignSearch, RecipientFilter, Step } from './search.ts'
import { useCampaign } from './useCampaign.ts'

const from = '/orgs/$org/agents/$agent/campaigns/$campaignId'

/** One campaign: on its way to the start, while it runs, and what became of it. */
export function CampaignPage() {
  const { campaignId } = useParams({ from })
  const { data: campaign, error, refetch, isLost } = useCampaign(campaignId)
  if (error && !campaign) return <Trouble error={error} retry={refetch} />
  if (!campaign) return <Loading />
  return (
    <Page
      title={campaign.name}
      beside={
        <>
          <StatusBadge status={campaign.status} label={words.statuses[campaign.status]} />
          {campaign.test && (
            <Badge variant="default" tt="none">
              {words.rehearsal}
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
      {isOpen(campaign) ? <Open campaign={campaign} /> : <Run campaign={campaign} isLost={isLost} />}
    </Page>
  )
}

/** What is read again and again is the same campaign; only another one begins a new form. */
function Open({ campaign }: { campaign: Campaign }) {
  const { step, state, reason } = useSearch({ from })
  const navigate = useNavigate({ from })
  const goTo = (search: CampaignSearch) => void navigate({ search })
  const filter: RecipientFilter = { ...(state && { state }), ...(reason && { reason }) }
  const shown: Step = step ?? (campaign.status === 'staged' || campaign.staging ? 'checks' : 'outreach')
  return (
    <>
      <Composer
        key={campaign.id}
        campaign={campaign}
        initial={blankDraft}
        step={shown}
        onStep={(next) => goTo({ step: next })}
      />
      <SidePanel
        opened={Object.keys(filter).length > 0}
        onClose={() => goTo({ step: shown })}
        title={words.recipients.table}
        size="xl"
      >
        <Recipients campaign={campaign} filter={filter} onFilter={(chosen) => goTo({ step: shown, ...chosen })} />
      </SidePanel>
    </>
  )
}

import { ActionIcon, Badge, Menu } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/campaigns.ts'
import { useAgent, useCan, useRouteIds } from '../../app/current-org.ts'
import { askConfirmation } from '../../components/confirm.tsx'
import { SidePanel } from '../../components/Dialog.tsx'
import { LabNotice } from '../../components/LabBadge.tsx'
import { notify } from '../../components/notify.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../components/PageStates.tsx'
import { StatusBadge } from '../../components/StatusBadge.tsx'
import { type Campaign, displayedStatusOf, isEditable } from './campaign.ts'
import { type CampaignSearch, type ComposerStep, recipientFilterOf } from './campaign-search.ts'
import { CampaignComposer } from './compose/CampaignComposer.tsx'
import { blankCampaignDraft } from './compose/campaign-draft.ts'
import { Recipients } from './recipients/Recipients.tsx'

import { RunButtons, RunningCampaign } from './run/RunningCampaign.tsx'
import { useCampaign } from './useCampaign.ts'

const { remove: campaignMenuTexts } = strings

/** Less common actions on a campaign. */
function CampaignMenu({ campaign: { id, name, status } }: { campaign: Campaign }) {
  const can = useCan('editor')
  const removing = useDeleteCampaign(id, name)
  if (!can || status === 'running' || status === 'paused') return null
  const ask = async () => {
    const question = {
      title: campaignMenuTexts.title(name),
      text: campaignMenuTexts.text,
      ok: campaignMenuTexts.button,
      danger: true,
    }
    if (await askConfirmation({ ...question, phrase: name })) removing.mutate()
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={campaignMenuTexts.more} loading={removing.isPending}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={ask}>
          {campaignMenuTexts.button}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useDeleteCampaign(campaignId: string, name: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  return useMutation({
    mutationFn: () => agent.api.delete('/campaigns/{campaignId}', { path: { campaignId } }),
    onSuccess: async () => {
      notify.success(campaignMenuTexts.done(name))
      await navigate({ to: '/orgs/$org/agents/$agent/campaigns', params: routeIds, ignoreBlocker: true })
      void queries.invalidateQueries({ queryKey: agent.key('campaign-list') })
    },
    onError: notify.error,
  })
}

const from = '/orgs/$org/agents/$agent/campaigns/$campaignId'

/** One campaign: the composer before the start, progress while it runs, and the report. */
export function CampaignPage() {
  const { campaignId } = useParams({ from })
  const { data: campaign, error, refetch, isLost } = useCampaign(campaignId)
  if (error && !campaign) return <ErrorAlert error={error} retry={refetch} />
  if (!campaign) return <Loading />
  const displayedStatus = displayedStatusOf(campaign)
  return (
    <PageLayout
      title={campaign.name}
      beside={
        <>
          <StatusBadge status={displayedStatus} label={strings.statuses[displayedStatus]} />
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
      {!campaign.test && <LabNotice />}
      {isEditable(campaign) ? (
        <OpenCampaign campaign={campaign} />
      ) : (
        <RunningCampaign campaign={campaign} isLost={isLost} />
      )}
    </PageLayout>
  )
}

/** A refetch returns the same campaign and keeps the form; only another id resets it. */
function OpenCampaign({ campaign }: { campaign: Campaign }) {
  const { step, ...search } = useSearch({ from })
  const navigate = useNavigate({ from })
  const goTo = (search: CampaignSearch) => void navigate({ search })
  const filter = recipientFilterOf(search)
  const currentStep: ComposerStep = step ?? (campaign.status === 'staged' || campaign.staging ? 'checks' : 'outreach')
  return (
    <>
      <CampaignComposer
        key={campaign.id}
        campaign={campaign}
        initial={blankCampaignDraft}
        step={currentStep}
        onStep={(next) => goTo({ step: next })}
      />
      <SidePanel
        opened={Object.keys(filter).length > 0}
        onClose={() => goTo({ step: currentStep })}
        title={strings.recipients.table}
        size="xl"
      >
        <Recipients campaign={campaign} filter={filter} onFilter={(chosen) => goTo({ step: currentStep, ...chosen })} />
      </SidePanel>
    </>
  )
}

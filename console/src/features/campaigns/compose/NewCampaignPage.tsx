import { Alert } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '#i18n/campaigns.ts'
import { useCan } from '../../../app/current-org.ts'
import { LabNotice } from '../../../components/LabBadge.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import type { ComposerStep, NewCampaignSearch } from '../campaign-search.ts'
import { CampaignComposer } from './CampaignComposer.tsx'
import { blankCampaignDraft, type CampaignDraft } from './campaign-draft.ts'

export function NewCampaignPage() {
  const search = useSearch({ from: '/orgs/$org/agents/$agent/campaigns/new' })
  const can = useCan('editor')
  const [step, setStep] = useState<ComposerStep>('outreach')
  return (
    <PageLayout title={strings.compose.title} lead={strings.lead}>
      <LabNotice />
      {!can && <Alert color="gray" title={strings.compose.editorsOnly} />}
      {can && <CampaignComposer campaign={undefined} initial={draftFrom(search)} step={step} onStep={setStep} />}
    </PageLayout>
  )
}

function draftFrom({ outreachId, segmentId, importBatchId }: NewCampaignSearch): CampaignDraft {
  const audienceKind = importBatchId ? 'importBatchId' : 'segmentId'
  return {
    ...blankCampaignDraft,
    audienceKind,
    outreachId: outreachId ?? null,
    segmentId: segmentId ?? null,
    importBatchId: importBatchId ?? null,
  }
}

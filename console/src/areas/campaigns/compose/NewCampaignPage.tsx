import { Alert } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { words } from '#words/campaigns.ts'
import { useCan } from '../../../app/org.ts'
import { Page } from '../../../parts/Page.tsx'
import type { NewSearch, Step } from '../search.ts'
import { Composer } from './Composer.tsx'
import { blankDraft, type Draft } from './draft.ts'

export function NewCampaignPage() {
  const search = useSearch({ from: '/orgs/$org/agents/$agent/campaigns/new' })
  const can = useCan('editor')
  const [step, setStep] = useState<Step>('outreach')
  return (
    <Page title={words.compose.title} lead={words.lead}>
      {!can && <Alert color="gray" title={words.compose.notYours} />}
      {can && <Composer campaign={undefined} initial={draftFrom(search)} step={step} onStep={setStep} />}
    </Page>
  )
}

function draftFrom({ outreachId, segmentId, importBatchId }: NewSearch): Draft {
  const form = importBatchId ? 'importBatchId' : 'segmentId'
  return {
    ...blankDraft,
    form,
    outreachId: outreachId ?? null,
    segmentId: segmentId ?? null,
    importBatchId: importBatchId ?? null,
  }
}

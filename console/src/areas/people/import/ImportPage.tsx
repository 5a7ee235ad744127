import { IconArrowLeft } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { words as texts } from '#words/people-import.ts'
import { useCan, usePlace } from '../../../app/org.ts'
import { AnchorLink } from '../../../parts/links.tsx'
import { Page } from '../../../parts/Page.tsx'
import { ImportReport } from './ImportReport.tsx'
import { NewImport } from './NewImport.tsx'
import { PastImports } from './PastImports.tsx'

/** A new import, or one by its id: that address is as good after a reload as before. */
export function ImportPage() {
  const { batch } = useSearch({ from: '/orgs/$org/agents/$agent/people/import' })
  const may = useCan('editor')
  return (
    <Page title={texts.title} lead={texts.lead} actions={<Back />} width={1100}>
      {batch ? <ImportReport id={batch} /> : may && <NewImport />}
      {!batch && <PastImports />}
    </Page>
  )
}

function Back() {
  return (
    <AnchorLink to="/orgs/$org/agents/$agent/people" params={usePlace()} size="sm">
      <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {texts.back}
    </AnchorLink>
  )
}

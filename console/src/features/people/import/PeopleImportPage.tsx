import { IconArrowLeft } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { strings as texts } from '#i18n/people-import.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { ImportReport } from './ImportReport.tsx'
import { NewPeopleImport } from './NewImport.tsx'
import { PastImports } from './PastImports.tsx'

/** A new import, or one by its id: that address is as good after a reload as before. */
export function PeopleImportPage() {
  const { batch } = useSearch({ from: '/orgs/$org/agents/$agent/people/import' })
  const may = useCan('editor')
  return (
    <PageLayout title={texts.title} lead={texts.lead} actions={<Back />} width={1100}>
      {batch ? <ImportReport id={batch} /> : may && <NewPeopleImport />}
      {!batch && <PastImports />}
    </PageLayout>
  )
}

function Back() {
  return (
    <AnchorLink to="/orgs/$org/agents/$agent/people" params={useRouteIds()} size="sm">
      <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {texts.back}
    </AnchorLink>
  )
}

import { Anchor, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import Papa from 'papaparse'
import { useState } from 'react'
import { strings as common } from '#i18n/app.ts'
import { strings } from '#i18n/knowledge.ts'
import { strings as knowledgeImportTexts } from '#i18n/knowledge-import.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { useSection } from '../sections/useSection.ts'
import { CsvDropzone } from './CsvDropzone.tsx'
import { FactImport } from './FactImport.tsx'
import type { Sheet } from './read-rows.ts'
import { ThingColumnMapping } from './ThingColumnMapping.tsx'

const { csv: csvDropTexts } = knowledgeImportTexts
const maxBytes = 5 * 1024 * 1024

function CsvDrop({ onRead }: { onRead: (file: { name: string; sheet: Sheet }) => void }) {
  const [problem, setProblem] = useState<string>()
  const read = async (file: File) => {
    const sheet = readSheet(await file.text())
    if (typeof sheet === 'string') setProblem(sheet)
    else onRead({ name: file.name, sheet })
  }
  const reject = () => setProblem(csvDropTexts.rejected)
  return (
    <CsvDropzone texts={csvDropTexts} {...{ maxBytes, problem }} onFile={(file) => void read(file)} onReject={reject} />
  )
}

/** Parses text separated by commas, semicolons or tabs; returns an error message if that fails. */
function readSheet(text: string): Sheet | string {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) return csvDropTexts.unreadable(broken.message)
  const [headers, ...rows] = data
  return headers && rows.length > 0 ? { headers, rows } : csvDropTexts.none
}

const { csv: texts } = knowledgeImportTexts

const from = '/orgs/$org/agents/$agent/knowledge/import'
const kinds = [
  { value: 'things', label: strings.tabs.things },
  { value: 'facts', label: strings.tabs.facts },
]

/** Imports Things or Facts from a spreadsheet: upload, columns, preview, save. */
export function KnowledgeImportPage() {
  const can = useCan('editor')
  const { of } = useSearch({ from })
  const navigate = useNavigate({ from })
  const isFacts = of === 'facts'
  const { title, lead } = isFacts ? knowledgeImportTexts.factCsv : texts
  const choose = (kind: string) => void navigate({ search: kind === 'facts' ? { of: kind } : {}, replace: true })
  return (
    <PageLayout title={title} lead={lead} actions={<BackLink isFacts={isFacts} />}>
      {can ? (
        <Stack>
          <SegmentedControl
            aria-label={texts.kind}
            data={kinds}
            value={isFacts ? 'facts' : 'things'}
            onChange={choose}
            style={{ alignSelf: 'flex-start' }}
          />
          {isFacts ? <FactImport /> : <ThingImport />}
        </Stack>
      ) : (
        <Text>{common.save.readOnly}</Text>
      )}
    </PageLayout>
  )
}

function BackLink({ isFacts }: { isFacts: boolean }) {
  const params = useRouteIds()
  const to = isFacts ? '/orgs/$org/agents/$agent/knowledge/facts' : '/orgs/$org/agents/$agent/knowledge'
  return (
    <Anchor renderRoot={(root) => <Link to={to} params={params} {...root} />}>
      {isFacts ? knowledgeImportTexts.factCsv.back : texts.back}
    </Anchor>
  )
}

function ThingImport() {
  const [file, setFile] = useState<{ name: string; sheet: Sheet }>()
  const things = useSection('things')
  const collections = useSection('collections')
  const error = things.error ?? collections.error
  if (error) return <ErrorAlert error={error} retry={things.error ? things.refetch : collections.refetch} />
  if (!things.items || !collections.items) return <Loading />
  if (!file) return <CsvDrop onRead={setFile} />
  return (
    <Stack>
      <Group>
        <Text fw={600}>{texts.file(file.name, file.sheet.rows.length)}</Text>
        <Button size="xs" variant="default" onClick={() => setFile(undefined)}>
          {texts.another}
        </Button>
      </Group>
      <ThingColumnMapping
        key={file.name}
        sheet={file.sheet}
        known={{ things: things.items, collections: collections.items }}
      />
    </Stack>
  )
}

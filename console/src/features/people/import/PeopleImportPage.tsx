import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import type { Schema } from '@parley/sdk'
import { IconArrowLeft, IconCircleCheck, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { strings as texts } from '#i18n/people-import.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { AnchorLink, ButtonLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'

import { ImportCountsList, ImportProgressBar, RowErrors } from './ImportResult.tsx'
import '@mantine/dropzone/styles.layer.css'
import { language } from '#i18n/language.ts'
import { useList } from '../../../api/paged-list.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { notify } from '../../../components/notify.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { useLoadedPeopleFields } from '../people-fields.ts'
import { readCsvPreview } from './csv-preview.ts'
import { MappingStep } from './MappingStep.tsx'

type PastImport = Schema<'PeopleImportProgress'>
const badges = { running: 'running', done: 'completed', failed: 'failed' } as const

const columns: DataColumn<PastImport>[] = [
  { id: 'when', label: texts.when, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  {
    id: 'state',
    label: texts.state,
    cell: ({ status, dryRun }) => (
      <Group gap={4}>
        <StatusBadge status={badges[status]} label={texts.states[status]} />
        {dryRun && <StatusBadge status="dryRun" label={texts.dryRun} />}
      </Group>
    ),
  },
  ...(['created', 'updated', 'skipped', 'failed'] as const).map(
    (name): DataColumn<PastImport> => ({
      id: name,
      label: texts.counts[name],
      align: 'right',
      wide: true,
      cell: (past) => past[name].toLocaleString(language),
    }),
  ),
]

function PastImports() {
  const agent = useAgent()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  const { rows, more } = useList(agent.key('imports', 'list'), (page, signal) =>
    agent.api.get('/people/imports', { query: { ...page, limit: 20 }, signal }),
  )
  if (!rows || rows.length === 0) return null
  const open = ({ importBatchId: batch }: PastImport) =>
    navigate({ to: '/orgs/$org/agents/$agent/people/import', params: routeIds, search: { batch } })
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.past}
      </Title>
      <DataTable
        label={texts.past}
        columns={columns}
        rows={rows}
        rowId={({ importBatchId }) => importBatchId}
        onOpen={open}
        more={more}
        empty={null}
      />
    </Stack>
  )
}

const mostBytes = 2048 * 2 ** 20

/** Upload, column mapping, dry run, import. */
function NewPeopleImport() {
  const [file, setFile] = useState<File>()
  if (!file) return <FileDrop onFile={setFile} />
  return <ChosenFile key={`${file.name} ${file.lastModified}`} file={file} onOther={() => setFile(undefined)} />
}

function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  return (
    <Dropzone
      onDrop={([file]) => file && onFile(file)}
      onReject={() => notify.error(new Error(texts.refused))}
      accept={{ 'text/csv': ['.csv', '.tsv', '.txt'] }}
      maxSize={mostBytes}
      multiple={false}
      inputProps={{ 'aria-label': texts.dropZone }}
      p="xl"
    >
      <Stack align="center" gap="xs" style={{ pointerEvents: 'none' }}>
        <IconUpload size={36} stroke={1.3} aria-hidden />
        <Text fw={500}>{texts.drop}</Text>
        <Text size="sm" className="quiet">
          {texts.dropHint}
        </Text>
      </Stack>
    </Dropzone>
  )
}

function ChosenFile({ file, onOther }: { file: File; onOther: () => void }) {
  const fields = useLoadedPeopleFields()
  const head = useQuery({
    queryKey: ['csv-head', file.name, file.size, file.lastModified],
    queryFn: () => readCsvPreview(file),
    gcTime: 0,
  })
  const named = head.data?.headers.some((header) => header !== '')
  return (
    <Paper withBorder p="md">
      <Stack>
        <Group justify="space-between">
          <Group gap="xs">
            <IconFileSpreadsheet size={20} aria-hidden />
            <Title order={2} size="h4">
              {texts.file(file.name, sizeOf(file.size))}
            </Title>
          </Group>
          <Button variant="default" size="xs" onClick={onOther}>
            {texts.other}
          </Button>
        </Group>
        {head.data && !named && <Alert color="red" role="alert" title={texts.noHeader} />}
        {head.data && named && fields && <MappingStep file={file} head={head.data} fields={fields} />}
      </Stack>
    </Paper>
  )
}

function sizeOf(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB']
  const at = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  return `${(bytes / 1024 ** at).toLocaleString(language, { maximumFractionDigits: 1 })} ${units[at]}`
}

/** A new import, or an existing one by its id; the URL survives a reload. */
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

/** One import by id, during and after its run. */
function ImportReport({ id }: { id: string }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: agent.key('imports', id),
    queryFn: ({ signal }) => agent.api.get('/people/imports/{importBatchId}', { path: { importBatchId: id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? 1_000 : false),
  })
  const status = data?.status
  useEffect(() => {
    if (status === 'done') void queries.invalidateQueries({ queryKey: agent.key('people') })
  }, [status, queries, agent])
  if (error) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading />
  return (
    <Paper withBorder p="md">
      <Stack>
        <ImportOutcome report={data} />
        {data.status !== 'failed' && <ImportCountsList counts={data} />}
        <RowErrors errors={data.errors} failed={data.failed} name={data.importBatchId} />
        {data.status !== 'running' && <NextActions report={data} />}
      </Stack>
    </Paper>
  )
}

function ImportOutcome({ report }: { report: Schema<'PeopleImportReport'> }) {
  if (report.status === 'running') {
    return (
      <Stack gap="xs">
        <ImportProgressBar soFar={report} />
        <Text size="sm" className="quiet">
          {texts.runningText}
        </Text>
      </Stack>
    )
  }
  if (report.status === 'failed') {
    return (
      <Alert color="red" role="alert" title={texts.failed}>
        {report.error}
      </Alert>
    )
  }
  return <Alert variant="default" role="status" title={texts.done} icon={<IconCircleCheck aria-hidden />} />
}

function NextActions({ report: { importBatchId, status, dryRun } }: { report: Schema<'PeopleImportReport'> }) {
  const routeIds = useRouteIds()
  const may = useCan('editor')
  return (
    <Group>
      {status === 'done' && !dryRun && (
        <ButtonLink to="/orgs/$org/agents/$agent/people" params={routeIds} search={{ importBatchId }}>
          {texts.people}
        </ButtonLink>
      )}
      {may && (
        <ButtonLink variant="default" to="/orgs/$org/agents/$agent/people/import" params={routeIds} search={{}}>
          {texts.another}
        </ButtonLink>
      )}
    </Group>
  )
}

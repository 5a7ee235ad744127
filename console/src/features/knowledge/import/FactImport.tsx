import { Alert, Button, Checkbox, Group, List, Radio, Select, Stack, Text, Title } from '@mantine/core'
import { type FactColumn, factColumns } from '@parley/definition/import-columns'
import { duplicatePolicies } from '@parley/definition/vocabulary'
import { Invalid, type Schema } from '@parley/sdk'
import { IconCheck } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/knowledge.ts'
import { strings as knowledgeImportTexts } from '#i18n/knowledge-import.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import {
  type AgentFact,
  isVersionConflict,
  putSection,
  readSection,
  type SectionVersion,
} from '../sections/knowledge-section.ts'
import { CsvDropzone } from './CsvDropzone.tsx'

const { factCsv: texts } = knowledgeImportTexts

const { facts: factTexts } = strings
const maxBytes = 16 * 2 ** 20

/** Imports Facts from a file, which the server reads: a dry run shows the preview, and the import stores. */
export function FactImport() {
  const [file, setFile] = useState<File>()
  const [isRejected, setRejected] = useState(false)
  if (file)
    return <ChosenFile key={`${file.name} ${file.lastModified}`} file={file} onOther={() => setFile(undefined)} />
  const problem = isRejected ? texts.rejected : undefined
  return <CsvDropzone {...{ texts, maxBytes, problem }} onFile={setFile} onReject={() => setRejected(true)} />
}

type Policy = (typeof duplicatePolicies)[number]
type Mapping = Readonly<Record<string, FactColumn | null>>
type FactUpload = { file: File; mapping: Mapping; onDuplicate: Policy }

function useFactUpload({ file, mapping, onDuplicate }: FactUpload) {
  const agent = useAgent()
  const send = (query: { dryRun?: 'true'; skipInvalid?: 'true' }, etag?: string) =>
    agent.api.post('/knowledge/facts/import', {
      body: file,
      headers: { 'content-type': 'text/csv', ...(etag && { 'if-match': etag }) },
      query: { ...query, onDuplicate, mapping: JSON.stringify(mapping) },
      timeoutMs: 300_000,
    })
  const tried = useQuery({
    queryKey: agent.key('facts', 'import', file.name, file.size, file.lastModified, mapping, onDuplicate),
    queryFn: () => send({ dryRun: 'true' }),
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  return { tried, send }
}

type ImportedFacts = { before: SectionVersion<AgentFact>; etag: string | undefined; result: Schema<'FactsImported'> }

/** Imports the list just read, so that undoing can restore it. */
function useImportFacts(send: ReturnType<typeof useFactUpload>['send']) {
  const agent = useAgent()
  const queries = useQueryClient()
  const [done, setDone] = useState<ImportedFacts>()
  const refresh = () => queries.invalidateQueries({ queryKey: agent.key('knowledge', 'facts') })
  const running = useMutation({
    mutationFn: async (leaveOut: boolean): Promise<ImportedFacts> => {
      const before = await readSection(agent.api, 'facts')
      const result = await send(leaveOut ? { skipInvalid: 'true' } : {}, before.etag)
      return { before, result, etag: (await readSection(agent.api, 'facts')).etag }
    },
    onSuccess: (made) => {
      setDone(made)
      void refresh()
    },
  })
  const undoing = useMutation({
    mutationFn: ({ before, etag }: ImportedFacts) => putSection(agent.api, 'facts', { items: before.items, etag }),
    onSuccess: () => {
      setDone(undefined)
      notify.success(texts.undone)
      void refresh()
    },
    onError: (error) => notify.error(isVersionConflict(error) ? new Error(texts.notUndone) : error),
  })
  return { done, running, undo: () => done && undoing.mutate(done), isUndoing: undoing.isPending }
}

function ChosenFile({ file, onOther }: { file: File; onOther: () => void }) {
  const [mapping, setMapping] = useState<Mapping>({})
  const [onDuplicate, setOnDuplicate] = useState<Policy>('update')
  const { tried, send } = useFactUpload({ file, mapping, onDuplicate })
  const { done, running, undo, isUndoing } = useImportFacts(send)
  if (done) return <ImportSummary result={done.result} undo={undo} isUndoing={isUndoing} />
  return (
    <Stack gap="lg">
      <Group>
        <Text fw={600}>{file.name}</Text>
        <Button size="xs" variant="default" onClick={onOther}>
          {texts.another}
        </Button>
      </Group>
      <UnknownColumns error={tried.error} mapping={mapping} onChange={setMapping} />
      <Radio.Group label={texts.existing} value={onDuplicate} onChange={(policy) => setOnDuplicate(policy as Policy)}>
        <Stack gap="xs" mt={4}>
          {duplicatePolicies.map((policy) => (
            <Radio key={policy} value={policy} label={texts.policies[policy]} />
          ))}
        </Stack>
      </Radio.Group>
      {tried.isPending && <Loading />}
      {running.error && <ErrorAlert error={running.error} />}
      {tried.data && !tried.error && (
        <CheckedFile
          key={JSON.stringify([mapping, onDuplicate])}
          tried={tried.data}
          run={running.mutate}
          isBusy={running.isPending || tried.isPlaceholderData}
        />
      )}
    </Stack>
  )
}

type UnknownColumn = { header: string; message?: string }

/** The columns that the server does not know, and those that the user has mapped already. */
function listUnknownColumns(error: unknown, mapping: Mapping): UnknownColumn[] {
  const errors = error instanceof Invalid ? (error.errors as { header?: string; message: string }[]) : []
  const unknown = errors.flatMap(({ header, message }) => (header === undefined ? [] : [{ header, message }]))
  return [...Object.keys(mapping).map((header) => ({ header })), ...unknown]
}

const fieldChoices = [{ value: '-', label: texts.skip }, ...factColumns.map((value) => ({ value, label: value }))]

type UnknownColumnsProps = { error: unknown; mapping: Mapping; onChange: (mapping: Mapping) => void }

function UnknownColumns({ error, mapping, onChange }: UnknownColumnsProps) {
  const rows = listUnknownColumns(error, mapping)
  const columns: DataColumn<UnknownColumn>[] = [
    { id: 'column', label: texts.column, cell: ({ header }) => <Text size="sm">{header}</Text> },
    { id: 'why', label: texts.why, wide: true, cell: ({ message }) => <Text size="sm">{message}</Text> },
    {
      id: 'field',
      label: texts.field,
      cell: ({ header }) => (
        <Select
          aria-label={texts.fieldOf(header)}
          placeholder={texts.choice}
          data={fieldChoices}
          value={header in mapping ? (mapping[header] ?? '-') : null}
          onChange={(field) =>
            field && onChange({ ...mapping, [header]: field === '-' ? null : (field as FactColumn) })
          }
          allowDeselect={false}
        />
      ),
    },
  ]
  return (
    <>
      {Boolean(error) && !rows.some(({ message }) => message) && (
        <Alert color="red" role="alert" title={texts.refused}>
          {error instanceof Error ? error.message : String(error)}
        </Alert>
      )}
      {rows.length > 0 && (
        <Stack gap="xs">
          <Title order={2} size="h4">
            {texts.unknown}
          </Title>
          <Text size="sm" className="quiet">
            {texts.unknownText}
          </Text>
          <DataTable
            label={texts.unknown}
            columns={columns}
            rows={rows}
            rowId={({ header }) => header}
            layout="fixed"
          />
        </Stack>
      )}
    </>
  )
}

const previewColumns: DataColumn<AgentFact>[] = [
  { id: 'id', label: 'ID', wide: true, cell: ({ id }) => <Text size="sm">{id}</Text> },
  {
    id: 'question',
    label: factTexts.question,
    cell: ({ question }) => (
      <Text size="sm" lineClamp={2}>
        {question}
      </Text>
    ),
  },
  {
    id: 'answer',
    label: factTexts.answer,
    cell: ({ answer }) => (
      <Text size="sm" lineClamp={2}>
        {answer}
      </Text>
    ),
  },
  {
    id: 'alternates',
    label: factTexts.alternates,
    wide: true,
    cell: ({ alternates = [] }) => (
      <Text size="sm" lineClamp={2}>
        {alternates.join(' | ')}
      </Text>
    ),
  },
]

type CheckedFileProps = { tried: Schema<'FactsImported'>; run: (leaveOut: boolean) => void; isBusy: boolean }

function CheckedFile({ tried, run, isBusy }: CheckedFileProps) {
  const [leaveOut, setLeaveOut] = useState(false)
  const { created, updated, unchanged, skipped, failed, errors, preview = [] } = tried
  const count = created + updated
  return (
    <Stack>
      {preview.length > 0 && (
        <Stack gap="xs">
          <Title order={2} size="h4">
            {texts.preview}
          </Title>
          <Text size="sm" className="quiet">
            {texts.previewText(preview.length, count + unchanged)}
          </Text>
          <DataTable
            label={texts.preview}
            columns={previewColumns}
            rows={preview}
            rowId={({ id }) => id}
            layout="fixed"
          />
        </Stack>
      )}
      {failed > 0 && <RowProblems errors={errors} failed={failed} />}
      <Group>
        <Text role="status">{texts.summary(created, updated, unchanged + skipped, failed)}</Text>
        {failed > 0 && (
          <Checkbox
            label={texts.leaveOut(failed)}
            checked={leaveOut}
            onChange={(event) => setLeaveOut(event.currentTarget.checked)}
          />
        )}
        <Button onClick={() => run(leaveOut)} loading={isBusy} disabled={count === 0 || (failed > 0 && !leaveOut)}>
          {texts.import(count)}
        </Button>
      </Group>
    </Stack>
  )
}

const shownProblems = 20

function RowProblems({ errors, failed }: { errors: readonly Schema<'ImportError'>[]; failed: number }) {
  const shown = errors.slice(0, shownProblems)
  const more = failed - new Set(shown.map(({ row }) => row)).size
  return (
    <List size="sm" aria-label={texts.problems}>
      {shown.map(({ row, line = row, field, message }) => (
        <List.Item key={`${row} ${field} ${message}`}>
          {texts.line(line)}: {field} {message}
        </List.Item>
      ))}
      {more > 0 && <List.Item>{texts.more(more)}</List.Item>}
    </List>
  )
}

type ImportSummaryProps = { result: Schema<'FactsImported'>; undo: () => void; isUndoing: boolean }

function ImportSummary({ result, undo, isUndoing }: ImportSummaryProps) {
  return (
    <Alert color="green" icon={<IconCheck aria-hidden />} role="status">
      <Stack>
        <Text>{texts.done(result.created, result.updated)}</Text>
        <Group>
          <ButtonLink to="/orgs/$org/agents/$agent/knowledge/facts" params={useRouteIds()}>
            {texts.see}
          </ButtonLink>
          <Button variant="default" onClick={undo} loading={isUndoing}>
            {texts.undo}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

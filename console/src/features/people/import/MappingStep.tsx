import { Alert, Button, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { type PhoneChannel, phoneChannels } from '@parley/amf/channels'
import { duplicatePolicies } from '@parley/definition/vocabulary'
import type { Schema } from '@parley/sdk'
import { IconFlask } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { strings } from '#i18n/people.ts'
import { strings as texts } from '#i18n/people-import.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import type { CsvPreview } from './csv-preview.ts'
import { ImportCountsList, ImportProgressBar, RowErrors } from './ImportResult.tsx'
import { MappingTable } from './MappingTable.tsx'
import { findDuplicateTargets, guessMapping, type ImportMapping } from './mapping.ts'

type ImportFormSettings = { channel?: PhoneChannel; onDuplicate: (typeof duplicatePolicies)[number] }
type ImportUpload = { file: File; mapping: ImportMapping; settings: ImportFormSettings; dryRun: boolean }
type Imported = Schema<'PeopleImported'>

const hourMs = 3_600_000

/** Uploads the file. `useRunningImport` reads the server's progress during the upload. */
function useImportPeople(onDone: (imported: Imported, sending: ImportUpload) => void) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ file, mapping, settings, dryRun }: ImportUpload): Promise<Imported> =>
      agent.api.post('/people/import', {
        body: file,
        headers: { 'content-type': 'text/csv' },
        query: { ...settings, dryRun: dryRun ? 'true' : 'false', mapping: JSON.stringify(mapping) },
        timeoutMs: hourMs,
      }),
    onSuccess: (imported, sending) => {
      if (!sending.dryRun) void queries.invalidateQueries({ queryKey: agent.key('people') })
      onDone(imported, sending)
    },
  })
}

/** The import that is running for this agent, according to the server; there is at most one. */
function useRunningImport(sending: ImportUpload | undefined) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('imports', 'running', sending?.file.name, sending?.dryRun),
    queryFn: ({ signal }) => agent.api.get('/people/imports', { query: { limit: 5 }, signal }),
    enabled: sending !== undefined,
    refetchInterval: 700,
    staleTime: 0,
    gcTime: 0,
  })
  return data?.data.find(
    ({ status, dryRun, totalBytes }) =>
      status === 'running' && dryRun === sending?.dryRun && totalBytes === sending.file.size,
  )
}

type MappingStepProps = { file: File; head: CsvPreview; fields: readonly Schema<'PeopleField'>[] }

export function MappingStep({ file, head, fields }: MappingStepProps) {
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  const [mapping, setMapping] = useState<ImportMapping>(() => guessMapping(head.headers, fields))
  const [settings, setSettings] = useState<ImportFormSettings>({ onDuplicate: 'update' })
  const [tried, setTried] = useState<Schema<'PeopleImported'>>()
  const show = (batch: string) =>
    navigate({ to: '/orgs/$org/agents/$agent/people/import', params: routeIds, search: { batch }, replace: true })
  const here = useIsMounted()
  const sending = useImportPeople((imported, { dryRun }) => {
    if (dryRun) setTried(imported)
    else if (imported.importBatchId && here.current) show(imported.importBatchId)
  })
  const under = sending.isPending ? sending.variables : undefined
  const running = useRunningImport(under)
  useUnloadWarning(sending.isPending && !running)
  useShowOnStart(running?.dryRun === false ? running.importBatchId : undefined, show)
  const go = (dryRun: boolean) => {
    setTried(undefined)
    sending.mutate({ file, mapping, settings, dryRun })
  }
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setTried(undefined)
    }
  const clashes = findDuplicateTargets(mapping)
  return (
    <Stack>
      <MappingTable {...{ head, fields, mapping, clashes }} onChange={changed(setMapping)} />
      <ImportSettingsFields settings={settings} onChange={changed(setSettings)} />
      {sending.error && <ErrorAlert error={sending.error} />}
      {under &&
        (running ? (
          <ImportProgressBar soFar={running} />
        ) : (
          <Alert variant="default" role="status" title={texts.uploading} />
        ))}
      {tried && <ImportDryRunReport imported={tried} name={file.name} />}
      <FormActions>
        <Text size="sm" className="quiet">
          {texts.dryRunHint}
        </Text>
        <Button variant="default" onClick={() => go(true)} disabled={clashes.size > 0} loading={under?.dryRun === true}>
          {texts.startDryRun}
        </Button>
        <Button
          onClick={() => go(false)}
          disabled={clashes.size > 0 || under?.dryRun}
          loading={under?.dryRun === false}
        >
          {texts.start}
        </Button>
      </FormActions>
    </Stack>
  )
}

/** Once the server has the file, the import has its own URL, which survives a reload. */
function useShowOnStart(batch: string | undefined, show: (batch: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per import
  useEffect(() => {
    if (batch) show(batch)
  }, [batch])
}

/** A user who has gone to another page must not be navigated back when the import completes. */
function useIsMounted() {
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return here
}

/** Until the server has the whole file, closing the page would abort the upload. */
function useUnloadWarning(uploading: boolean): void {
  useEffect(() => {
    if (!uploading) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [uploading])
}

const channelOptions = [
  { value: '', label: texts.noChannel },
  ...phoneChannels.map((value) => ({ value, label: strings.channels[value] ?? value })),
]
const duplicateOptions = duplicatePolicies.map((value) => ({ value, label: texts[value] }))

function ImportSettingsFields({
  settings,
  onChange,
}: {
  settings: ImportFormSettings
  onChange: (settings: ImportFormSettings) => void
}) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label={texts.channel}
        description={texts.channelHint}
        data={channelOptions}
        allowDeselect={false}
        value={settings.channel ?? ''}
        onChange={(channel) =>
          onChange({ ...settings, channel: (channel || undefined) as ImportFormSettings['channel'] })
        }
      />
      <Select
        label={texts.onDuplicate}
        description={texts.onDuplicateHint}
        data={duplicateOptions}
        allowDeselect={false}
        value={settings.onDuplicate}
        onChange={(next) =>
          onChange({ ...settings, onDuplicate: (next ?? 'update') as ImportFormSettings['onDuplicate'] })
        }
      />
    </SimpleGrid>
  )
}

function ImportDryRunReport({ imported, name }: { imported: Schema<'PeopleImported'>; name: string }) {
  const { failed } = imported
  return (
    <Stack>
      <Alert variant="default" role="status" title={texts.dryRunResult} icon={<IconFlask aria-hidden />}>
        <Stack gap="xs">
          <ImportCountsList counts={imported} />
          {failed === 0 && <Text size="sm">{texts.allGood}</Text>}
        </Stack>
      </Alert>
      <RowErrors errors={imported.errors} failed={failed} name={name} />
    </Stack>
  )
}

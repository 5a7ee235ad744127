import { Alert, Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { words } from '#words/people.ts'
import { words as texts } from '#words/people-import.ts'
import { usePlace } from '../../../app/org.ts'
import { Trouble } from '../../../parts/Trouble.tsx'
import { DryRunReport } from './DryRunReport.tsx'
import type { Head } from './head.ts'
import { MappingTable } from './MappingTable.tsx'
import { clashing, guessedMapping, type Mapping } from './mapping.ts'
import { Pace } from './Pace.tsx'
import { type ImportSettings, useImport, useRunning } from './useImport.ts'

type Given = { file: File; head: Head; fields: readonly Schema<'PeopleField'>[] }

export function MappingStep({ file, head, fields }: Given) {
  const navigate = useNavigate()
  const place = usePlace()
  const [mapping, setMapping] = useState<Mapping>(() => guessedMapping(head.headers, fields))
  const [settings, setSettings] = useState<ImportSettings>({ onDuplicate: 'update' })
  const [tried, setTried] = useState<Schema<'PeopleImported'>>()
  const show = (batch: string) =>
    navigate({ to: '/orgs/$org/agents/$agent/people/import', params: place, search: { batch }, replace: true })
  const here = useHere()
  const sending = useImport((imported, { dryRun }) => {
    if (dryRun) setTried(imported)
    else if (imported.importBatchId && here.current) show(imported.importBatchId)
  })
  const under = sending.isPending ? sending.variables : undefined
  const running = useRunning(under)
  useStay(sending.isPending && !running)
  useFollow(running?.dryRun === false ? running.importBatchId : undefined, show)
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
  const clashes = clashing(mapping)
  return (
    <Stack>
      <MappingTable {...{ head, fields, mapping, clashes }} onChange={changed(setMapping)} />
      <Settings settings={settings} onChange={changed(setSettings)} />
      {sending.error && <Trouble error={sending.error} />}
      {under &&
        (running ? <Pace soFar={running} /> : <Alert variant="default" role="status" title={texts.uploading} />)}
      {tried && <DryRunReport imported={tried} name={file.name} />}
      <Group justify="flex-end">
        <Text size="sm" className="quiet">
          {texts.tryHint}
        </Text>
        <Button variant="default" onClick={() => go(true)} disabled={clashes.size > 0} loading={under?.dryRun === true}>
          {texts.tryIt}
        </Button>
        <Button
          onClick={() => go(false)}
          disabled={clashes.size > 0 || under?.dryRun}
          loading={under?.dryRun === false}
        >
          {texts.go}
        </Button>
      </Group>
    </Stack>
  )
}

/** Once the server has the file the import has an address of its own, which survives a reload. */
function useFollow(batch: string | undefined, show: (batch: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each import
  useEffect(() => {
    if (batch) show(batch)
  }, [batch])
}

/** Whoever has gone on to another page is not called back when the import is done. */
function useHere() {
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return here
}

/** Until the server has the whole file, closing the page would stop it. */
function useStay(uploading: boolean): void {
  useEffect(() => {
    if (!uploading) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [uploading])
}

const channelOptions = [
  { value: '', label: texts.noChannel },
  ...['rcs', 'sms', 'messengerA'].map((value) => ({ value, label: words.channels[value] ?? value })),
]
const duplicateOptions = [
  { value: 'update', label: texts.update },
  { value: 'skip', label: texts.skip },
]

function Settings({ settings, onChange }: { settings: ImportSettings; onChange: (settings: ImportSettings) => void }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label={texts.channel}
        description={texts.channelHint}
        data={channelOptions}
        allowDeselect={false}
        value={settings.channel ?? ''}
        onChange={(channel) => onChange({ ...settings, channel: (channel || undefined) as ImportSettings['channel'] })}
      />
      <Select
        label={texts.onDuplicate}
        description={texts.onDuplicateHint}
        data={duplicateOptions}
        allowDeselect={false}
        value={settings.onDuplicate}
        onChange={(next) => onChange({ ...settings, onDuplicate: (next ?? 'update') as ImportSettings['onDuplicate'] })}
      />
    </SimpleGrid>
  )
}

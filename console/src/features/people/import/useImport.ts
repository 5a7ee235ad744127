import type { Schema } from '@parley/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAgent } from '../../../app/current-org.ts'
import type { ImportMapping } from './mapping.ts'

export type ImportFormSettings = { channel?: 'rcs' | 'sms' | 'messengerA'; onDuplicate: 'update' | 'skip' }
export type ImportUpload = { file: File; mapping: ImportMapping; settings: ImportFormSettings; dryRun: boolean }
type Imported = Schema<'PeopleImported'>

const hourMs = 3_600_000

/** Sends the file. What the server says of its progress meanwhile is found by `useRunning`. */
export function useImportPeople(onDone: (imported: Imported, sending: ImportUpload) => void) {
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

/** The import that runs for this agent now, as far as the server tells: there is one at a time. */
export function useRunningImport(sending: ImportUpload | undefined) {
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

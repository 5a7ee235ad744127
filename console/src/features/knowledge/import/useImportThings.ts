import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { strings } from '#i18n/knowledge.ts'
import { useAgent } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import {
  type AgentThing,
  isVersionConflict,
  putSection,
  readSection,
  readVersion,
  type SectionVersion,
} from '../sections/knowledge-section.ts'
import { applyRows, attachRefusals, restoreThings } from './import-things.ts'
import type { ImportedRow } from './read-rows.ts'

type ImportResult = { before: SectionVersion<AgentThing>; after: SectionVersion<AgentThing> }
type ImportRefusal = { of: readonly ImportedRow[]; sent: AgentThing[]; error: Error }

/** One PUT of the whole list, guarded by what was read just before; and the way back. */
export function useImportThings(read: readonly ImportedRow[]) {
  const agent = useAgent()
  const queries = useQueryClient()
  const [done, setDone] = useState<ImportResult>()
  const [refused, setRefused] = useState<ImportRefusal>()
  const refresh = () => queries.invalidateQueries({ queryKey: agent.key('knowledge', 'things') })
  const running = useMutation({
    mutationFn: async (rows: ImportedRow[]): Promise<ImportResult> => {
      const before = await readSection(agent.api, 'things')
      const items = [...applyRows(rows)(before.items)]
      try {
        const answer = await putSection(agent.api, 'things', { items, etag: before.etag })
        return { before, after: await readVersion<AgentThing>(answer) }
      } catch (error) {
        setRefused({ of: read, sent: items, error: error as Error })
        throw error
      }
    },
    onMutate: () => setRefused(undefined),
    onSuccess: (made) => {
      setDone(made)
      void refresh()
    },
  })
  const undoing = useMutation({
    mutationFn: async ({ before, after }: ImportResult) =>
      putSection(agent.api, 'things', { items: restoreThings(before.items, after.items), etag: after.etag }),
    onSuccess: () => {
      setDone(undefined)
      notify.success(strings.csv.undone)
      void refresh()
    },
    onError: (error) => notify.error(isVersionConflict(error) ? new Error(strings.csv.notUndone) : error),
  })
  const marked = useMemo(() => rowsWithRefusals(read, refused), [read, refused])
  return {
    ...marked,
    done: done !== undefined,
    run: running.mutate,
    running: running.isPending,
    undo: { run: () => done && undoing.mutate(done), running: undoing.isPending },
  }
}

/** What was refused stands at its rows for as long as they are the same; the rest is told apart. */
function rowsWithRefusals(
  read: readonly ImportedRow[],
  refused: ImportRefusal | undefined,
): { rows: ImportedRow[]; refusal?: Error } {
  if (!refused || refused.of !== read) return { rows: [...read] }
  const { error, sent } = refused
  if (!(error instanceof Invalid)) return { rows: [...read], refusal: error }
  const { rows, others } = attachRefusals(read, sent, error.errors)
  return { rows, ...((others.length > 0 || error.errors.length === 0) && { refusal: error }) }
}

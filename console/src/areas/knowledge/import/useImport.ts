import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { words } from '#words/knowledge.ts'
import { useAgent } from '../../../app/org.ts'
import { tell } from '../../../parts/tell.tsx'
import { isStale, putSection, readSection, type Thing, type Version, versionIn } from '../sections/section.ts'
import { asBefore, refusedRows, withRows } from './import-things.ts'
import type { ReadRow } from './read-rows.ts'

type Done = { before: Version<Thing>; after: Version<Thing> }
type Refused = { of: readonly ReadRow[]; sent: Thing[]; error: Error }

/** One PUT of the whole list, guarded by what was read just before; and the way back. */
export function useImport(read: readonly ReadRow[]) {
  const agent = useAgent()
  const queries = useQueryClient()
  const [done, setDone] = useState<Done>()
  const [refused, setRefused] = useState<Refused>()
  const refresh = () => queries.invalidateQueries({ queryKey: agent.key('knowledge', 'things') })
  const running = useMutation({
    mutationFn: async (rows: ReadRow[]): Promise<Done> => {
      const before = await readSection(agent.api, 'things')
      const items = [...withRows(rows)(before.items)]
      try {
        const answer = await putSection(agent.api, 'things', { items, etag: before.etag })
        return { before, after: await versionIn<Thing>(answer) }
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
    mutationFn: async ({ before, after }: Done) =>
      putSection(agent.api, 'things', { items: asBefore(before.items, after.items), etag: after.etag }),
    onSuccess: () => {
      setDone(undefined)
      tell.done(words.csv.undone)
      void refresh()
    },
    onError: (error) => tell.failed(isStale(error) ? new Error(words.csv.notUndone) : error),
  })
  const marked = useMemo(() => markedRows(read, refused), [read, refused])
  return {
    ...marked,
    done: done !== undefined,
    run: running.mutate,
    running: running.isPending,
    undo: { run: () => done && undoing.mutate(done), running: undoing.isPending },
  }
}

/** What was refused stands at its rows for as long as they are the same; the rest is told apart. */
function markedRows(read: readonly ReadRow[], refused: Refused | undefined): { rows: ReadRow[]; refusal?: Error } {
  if (!refused || refused.of !== read) return { rows: [...read] }
  const { error, sent } = refused
  if (!(error instanceof Invalid)) return { rows: [...read], refusal: error }
  const { rows, others } = refusedRows(read, sent, error.errors)
  return { rows, ...((others.length > 0 || error.errors.length === 0) && { refusal: error }) }
}

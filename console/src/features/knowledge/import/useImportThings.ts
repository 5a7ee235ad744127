import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { strings } from '#i18n/knowledge-import.ts'
import { useAgent } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import {
  type AgentThing,
  isVersionConflict,
  putSection,
  readSection,
  readVersion,
  type SectionEdit,
  type SectionVersion,
} from '../sections/knowledge-section.ts'
import type { ImportedRow } from './read-rows.ts'

type ImportResult = { before: SectionVersion<AgentThing>; after: SectionVersion<AgentThing> }
type ImportRefusal = { of: readonly ImportedRow[]; sent: AgentThing[]; error: Error }

/** Saves the whole list with one PUT, guarded by the ETag just read, and offers undo. */
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

/** Attaches validation errors to their rows until the rows change; other errors are returned separately. */
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

/** Updates existing Things in place and appends the new ones. */
export function applyRows(rows: readonly ImportedRow[]): SectionEdit<AgentThing> {
  const read = new Map(rows.map(({ thing }) => [thing.id, thing]))
  return (things) => {
    const there = new Set(things.map(({ id }) => id))
    const added = rows.filter(({ thing }) => !there.has(thing.id)).map(({ thing }) => thing)
    return [...things.map((thing) => read.get(thing.id) ?? thing), ...added]
  }
}

/**
 * Restores the previous list. A location added by the import is set to null, because an omitted location is left
 * unchanged.
 */
export function restoreThings(before: readonly AgentThing[], now: readonly AgentThing[]): AgentThing[] {
  const located = new Set(now.filter(({ location }) => location).map(({ id }) => id))
  return before.map((thing) =>
    !thing.location && located.has(thing.id) ? { ...thing, location: null as never } : thing,
  )
}

type FieldError = { field: string; message: string }

/** Maps the server's validation errors back to the rows of the file. */
export function attachRefusals(
  rows: readonly ImportedRow[],
  sent: readonly AgentThing[],
  errors: readonly FieldError[],
): { rows: ImportedRow[]; others: FieldError[] } {
  const byId = new Map<string, FieldError[]>()
  const others: FieldError[] = []
  for (const error of errors) {
    const [, index, field = ''] = /^things\[(\d+)\]\.?(.*)$/.exec(error.field) ?? []
    const id = index === undefined ? undefined : sent[Number(index)]?.id
    if (id === undefined || !rows.some(({ thing }) => thing.id === id)) others.push(error)
    else byId.set(id, [...(byId.get(id) ?? []), { field, message: error.message }])
  }
  const marked = rows.map((row) => {
    const here = byId.get(row.thing.id) ?? []
    const faults = here.map(({ field, message }) => ({ kind: 'refused' as const, column: field, message }))
    return { ...row, faults: [...row.faults, ...faults] }
  })
  return { rows: marked, others }
}

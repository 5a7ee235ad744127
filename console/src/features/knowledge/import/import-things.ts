import type { AgentThing, SectionEdit } from '../sections/knowledge-section.ts'
import type { ImportedRow } from './read-rows.ts'

/** Those that were there change in their place, the others follow at the end. */
export function applyRows(rows: readonly ImportedRow[]): SectionEdit<AgentThing> {
  const read = new Map(rows.map(({ thing }) => [thing.id, thing]))
  return (things) => {
    const there = new Set(things.map(({ id }) => id))
    const added = rows.filter(({ thing }) => !there.has(thing.id)).map(({ thing }) => thing)
    return [...things.map((thing) => read.get(thing.id) ?? thing), ...added]
  }
}

/** The list as it was before; a location that it had not is taken away, because one that is left out would stay. */
export function restoreThings(before: readonly AgentThing[], now: readonly AgentThing[]): AgentThing[] {
  const located = new Set(now.filter(({ location }) => location).map(({ id }) => id))
  return before.map((thing) =>
    !thing.location && located.has(thing.id) ? { ...thing, location: null as never } : thing,
  )
}

type FieldError = { field: string; message: string }

/** What the server refused of the list that was sent, at the rows of the file that it came from. */
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

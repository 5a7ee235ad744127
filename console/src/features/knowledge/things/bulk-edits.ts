import type { AgentThing, SectionEdit } from '../sections/knowledge-section.ts'

export type BulkField = 'description' | 'imageUrl' | 'media' | 'productPageUrl' | `metadata.${string}`

const onlySelected =
  (ids: ReadonlySet<string>, edit: (thing: AgentThing) => AgentThing): SectionEdit<AgentThing> =>
  (things) =>
    things.map((thing) => (ids.has(thing.id) ? edit(thing) : thing))

/** An empty value clears the field. */
export function setField(ids: ReadonlySet<string>, field: BulkField, value: string): SectionEdit<AgentThing> {
  return onlySelected(ids, (thing) => withField(thing, field, value))
}

export function withField(thing: AgentThing, field: BulkField | 'name', value: string): AgentThing {
  if (field === 'name') return { ...thing, name: value }
  if (!field.startsWith('metadata.')) return without({ ...thing, [field]: value }, value === '' ? field : undefined)
  const key = field.slice('metadata.'.length)
  const metadata = without({ ...thing.metadata, [key]: value }, value === '' ? key : undefined)
  return Object.keys(metadata).length > 0 ? { ...thing, metadata } : without(thing, 'metadata')
}

export function addToCollection(ids: ReadonlySet<string>, collection: string): SectionEdit<AgentThing> {
  return onlySelected(ids, (thing) => ({
    ...thing,
    collections: [...new Set([...(thing.collections ?? []), collection])],
  }))
}

export function removeThingsFromCollection(ids: ReadonlySet<string>, collection: string): SectionEdit<AgentThing> {
  return onlySelected(ids, (thing) => ({
    ...thing,
    collections: thing.collections?.filter((id) => id !== collection) ?? [],
  }))
}

function without<T extends object>(value: T, key: string | undefined): T {
  return key === undefined ? value : (Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) as T)
}

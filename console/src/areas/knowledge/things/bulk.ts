import type { Edit, Thing } from '../sections/section.ts'

export type BulkField = 'description' | 'imageUrl' | 'media' | 'productPageUrl' | `metadata.${string}`

const chosen =
  (ids: ReadonlySet<string>, edit: (thing: Thing) => Thing): Edit<Thing> =>
  (things) =>
    things.map((thing) => (ids.has(thing.id) ? edit(thing) : thing))

/** An empty value clears the field. */
export function setField(ids: ReadonlySet<string>, field: BulkField, value: string): Edit<Thing> {
  return chosen(ids, (thing) => withField(thing, field, value))
}

export function withField(thing: Thing, field: BulkField | 'name', value: string): Thing {
  if (field === 'name') return { ...thing, name: value }
  if (!field.startsWith('metadata.')) return without({ ...thing, [field]: value }, value === '' ? field : undefined)
  const key = field.slice('metadata.'.length)
  const metadata = without({ ...thing.metadata, [key]: value }, value === '' ? key : undefined)
  return Object.keys(metadata).length > 0 ? { ...thing, metadata } : without(thing, 'metadata')
}

export function addToCollection(ids: ReadonlySet<string>, collection: string): Edit<Thing> {
  return chosen(ids, (thing) => ({ ...thing, collections: [...new Set([...(thing.collections ?? []), collection])] }))
}

export function takeFromCollection(ids: ReadonlySet<string>, collection: string): Edit<Thing> {
  return chosen(ids, (thing) => ({ ...thing, collections: thing.collections?.filter((id) => id !== collection) ?? [] }))
}

function without<T extends object>(value: T, key: string | undefined): T {
  return key === undefined ? value : (Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) as T)
}

import { createId } from '../sections/item-editing.ts'
import type { AgentCollection, AgentThing } from '../sections/knowledge-section.ts'

/** The targets that a column of the file can map to. */
export const columnTargets = [
  'skip',
  'name',
  'id',
  'description',
  'imageUrl',
  'productPageUrl',
  'collections',
  'address',
  'latitude',
  'longitude',
  'metadata',
] as const
export type ColumnTarget = (typeof columnTargets)[number]

type ImportFault =
  | { kind: 'required' | 'notUrl' | 'twice' | 'notNumber' | 'outOfRange' | 'unpaired' }
  | { kind: 'tooLong'; most: number }
  | { kind: 'unknownCollection'; name: string }
  | { kind: 'refused'; message: string }
export type RowFault = ImportFault & { column: string }
export type ImportedRow = {
  line: number
  cells: string[]
  thing: AgentThing
  known: boolean
  /** It has no id, and another Thing already has its name. */
  sameName: boolean
  faults: RowFault[]
}
export type Sheet = { headers: string[]; rows: string[][] }

const headerAliases: Partial<Record<ColumnTarget, RegExp>> = {
  id: /^(id|sku|key|code|article|productid|itemid|handle)$/,
  name: /^(name|title|product|item|productname|label)$/,
  description: /^(description|desc|details|text|body|summary)$/,
  imageUrl: /^(image|imageurl|picture|pictureurl|photo|img|imagelink|imagesrc)$/,
  productPageUrl: /^(url|link|page|productpage|productpageurl|producturl|website)$/,
  collections: /^(collections?|categor(y|ies)|groups?|producttype)$/,
  address: /^(address|location|place|street)$/,
  latitude: /^(lat|latitude)$/,
  longitude: /^(lng|lon|long|longitude)$/,
}

/** Guesses the target of each column, using each field once; other columns become metadata. */
export function guessTargets(headers: readonly string[]): ColumnTarget[] {
  const usedTargets = new Set<ColumnTarget>()
  return headers.map((header) => {
    const plain = header.toLowerCase().replace(/[^a-z]/g, '')
    const found = columnTargets.find((target) => headerAliases[target]?.test(plain) && !usedTargets.has(target))
    if (found) usedTargets.add(found)
    return found ?? (header.trim() ? 'metadata' : 'skip')
  })
}

export type ExistingKnowledge = { things: readonly AgentThing[]; collections: readonly AgentCollection[] }

/** Converts each row to a Thing. A row with an existing id changes only the fields that the file has columns for. */
export function readRows(
  { headers, rows }: Sheet,
  mapping: readonly ColumnTarget[],
  known: ExistingKnowledge,
): ImportedRow[] {
  const before = new Map(known.things.map((thing) => [thing.id, thing]))
  const ids = new Set(before.keys())
  const names = new Set(known.things.map(({ name }) => normalizeName(name)))
  const used = new Set<string>()
  return rows.map((cells, at) => {
    const cell = (target: ColumnTarget) => (cells[mapping.indexOf(target)] ?? '').trim()
    const column = (target: ColumnTarget) => headers[mapping.indexOf(target)] ?? target
    const id = cell('id') || createId(cell('name'), ids)
    ids.add(id)
    const old = before.get(id)
    const thing = readThing({ cells, cell, headers, mapping }, id, { old, collections: known.collections })
    const faults = [
      ...(used.has(id) ? [{ kind: 'twice' as const, column: column('id') }] : []),
      ...findFaults(cell, thing, known.collections).map(({ target, ...fault }) => ({
        ...fault,
        column: column(target),
      })),
    ]
    used.add(id)
    const sameName = !cell('id') && names.has(normalizeName(cell('name')))
    return { line: at + 2, cells, thing, known: old !== undefined, sameName, faults }
  })
}

const normalizeName = (name: string): string => name.trim().toLowerCase()

type RowCells = { cells: readonly string[]; cell: (target: ColumnTarget) => string } & Pick<Sheet, 'headers'> & {
    mapping: readonly ColumnTarget[]
  }
type Context = { old: AgentThing | undefined; collections: readonly AgentCollection[] }

function readThing({ cells, cell, headers, mapping }: RowCells, id: string, { old, collections }: Context): AgentThing {
  const plain = (['name', 'description', 'imageUrl', 'productPageUrl'] as const).flatMap((field) =>
    cell(field) ? [[field, cell(field)] as const] : [],
  )
  const metadata = mapping.flatMap((target, at) => {
    const value = (cells[at] ?? '').trim()
    return target === 'metadata' && value ? [[(headers[at] ?? '').trim(), value] as const] : []
  })
  const location = readLocation(cell)
  return {
    ...old,
    id,
    name: old?.name ?? '',
    ...Object.fromEntries(plain),
    ...(mapping.includes('collections') && { collections: resolveCollections(cell('collections'), collections) }),
    ...(location && { location }),
    ...(metadata.length > 0 && { metadata: { ...old?.metadata, ...Object.fromEntries(metadata) } }),
  }
}

function readLocation(cell: RowCells['cell']): AgentThing['location'] {
  const [latitude, longitude] = [cell('latitude'), cell('longitude')]
  const numbers = latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : {}
  const location = { ...(cell('address') && { address: cell('address') }), ...numbers }
  return Object.keys(location).length > 0 ? location : undefined
}

const splitList = (text: string): string[] => text.split(/[|;,]/).flatMap((part) => part.trim() || [])
const findCollection = (name: string, collections: readonly AgentCollection[]) =>
  collections.find(({ id }) => id === name) ??
  collections.find((collection) => collection.name.toLowerCase() === name.toLowerCase())
const resolveCollections = (text: string, collections: readonly AgentCollection[]): string[] => [
  ...new Set(splitList(text).flatMap((name) => findCollection(name, collections)?.id ?? [])),
]

type FieldFault = ImportFault & { target: ColumnTarget }
const maxLengths = { id: 200, name: 200, description: 4000, imageUrl: 500, productPageUrl: 500, address: 500 } as const

function findFaults(cell: RowCells['cell'], thing: AgentThing, collections: readonly AgentCollection[]): FieldFault[] {
  const lengths = Object.entries(maxLengths).flatMap(([target, most]): FieldFault[] =>
    [...cell(target as ColumnTarget)].length > most ? [{ kind: 'tooLong', most, target: target as ColumnTarget }] : [],
  )
  const urls = (['imageUrl', 'productPageUrl'] as const).flatMap((target): FieldFault[] =>
    cell(target) && !isWebUrl(cell(target)) ? [{ kind: 'notUrl', target }] : [],
  )
  const strangers = splitList(cell('collections')).flatMap((name): FieldFault[] =>
    findCollection(name, collections) ? [] : [{ kind: 'unknownCollection', name, target: 'collections' }],
  )
  const nameless: FieldFault[] = thing.name.trim() ? [] : [{ kind: 'required', target: 'name' }]
  return [...nameless, ...lengths, ...urls, ...strangers, ...findCoordinateFaults(cell)]
}

function findCoordinateFaults(cell: RowCells['cell']): FieldFault[] {
  const [latitude, longitude] = [cell('latitude'), cell('longitude')]
  if (!latitude !== !longitude) return [{ kind: 'unpaired', target: latitude ? 'longitude' : 'latitude' }]
  return [['latitude', 90] as const, ['longitude', 180] as const].flatMap(([target, most]): FieldFault[] => {
    const value = Number(cell(target))
    if (Number.isNaN(value)) return [{ kind: 'notNumber', target }]
    return Math.abs(value) > most ? [{ kind: 'outOfRange', target }] : []
  })
}

const isWebUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

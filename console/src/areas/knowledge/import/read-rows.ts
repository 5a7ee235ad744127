import type { Collection, Thing } from '../sections/section.ts'
import { newIdOf } from '../sections/slug.ts'

/** What a column of a file may be. */
export const targets = [
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
export type Target = (typeof targets)[number]

type Fault =
  | { kind: 'required' | 'notUrl' | 'twice' | 'notNumber' | 'outOfRange' | 'unpaired' }
  | { kind: 'tooLong'; most: number }
  | { kind: 'unknownCollection'; name: string }
  | { kind: 'refused'; message: string }
export type RowFault = Fault & { column: string }
export type ReadRow = {
  line: number
  cells: string[]
  thing: Thing
  known: boolean
  /** It has no id, and there is one of its name already. */
  twin: boolean
  faults: RowFault[]
}
export type Sheet = { headers: string[]; rows: string[][] }

const otherNames: Partial<Record<Target, RegExp>> = {
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

/** What each column most likely is, each field once; the rest is kept as metadata. */
export function guessedTargets(headers: readonly string[]): Target[] {
  const taken = new Set<Target>()
  return headers.map((header) => {
    const plain = header.toLowerCase().replace(/[^a-z]/g, '')
    const found = targets.find((target) => otherNames[target]?.test(plain) && !taken.has(target))
    if (found) taken.add(found)
    return found ?? (header.trim() ? 'metadata' : 'skip')
  })
}

export type Known = { things: readonly Thing[]; collections: readonly Collection[] }

/** Each row as the Thing that it would be. One whose id is there already changes what the file has columns for. */
export function readRows({ headers, rows }: Sheet, mapping: readonly Target[], known: Known): ReadRow[] {
  const before = new Map(known.things.map((thing) => [thing.id, thing]))
  const ids = new Set(before.keys())
  const names = new Set(known.things.map(({ name }) => folded(name)))
  const used = new Set<string>()
  return rows.map((cells, at) => {
    const cell = (target: Target) => (cells[mapping.indexOf(target)] ?? '').trim()
    const column = (target: Target) => headers[mapping.indexOf(target)] ?? target
    const id = cell('id') || newIdOf(cell('name'), ids)
    ids.add(id)
    const old = before.get(id)
    const thing = thingIn({ cells, cell, headers, mapping }, id, { old, collections: known.collections })
    const faults = [
      ...(used.has(id) ? [{ kind: 'twice' as const, column: column('id') }] : []),
      ...faultsOf(cell, thing, known.collections).map(({ target, ...fault }) => ({ ...fault, column: column(target) })),
    ]
    used.add(id)
    const twin = !cell('id') && names.has(folded(cell('name')))
    return { line: at + 2, cells, thing, known: old !== undefined, twin, faults }
  })
}

const folded = (name: string): string => name.trim().toLowerCase()

type Line = { cells: readonly string[]; cell: (target: Target) => string } & Pick<Sheet, 'headers'> & {
    mapping: readonly Target[]
  }
type Context = { old: Thing | undefined; collections: readonly Collection[] }

function thingIn({ cells, cell, headers, mapping }: Line, id: string, { old, collections }: Context): Thing {
  const plain = (['name', 'description', 'imageUrl', 'productPageUrl'] as const).flatMap((field) =>
    cell(field) ? [[field, cell(field)] as const] : [],
  )
  const metadata = mapping.flatMap((target, at) => {
    const value = (cells[at] ?? '').trim()
    return target === 'metadata' && value ? [[(headers[at] ?? '').trim(), value] as const] : []
  })
  const location = locationIn(cell)
  return {
    ...old,
    id,
    name: old?.name ?? '',
    ...Object.fromEntries(plain),
    ...(mapping.includes('collections') && { collections: named(cell('collections'), collections) }),
    ...(location && { location }),
    ...(metadata.length > 0 && { metadata: { ...old?.metadata, ...Object.fromEntries(metadata) } }),
  }
}

function locationIn(cell: Line['cell']): Thing['location'] {
  const [latitude, longitude] = [cell('latitude'), cell('longitude')]
  const numbers = latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : {}
  const location = { ...(cell('address') && { address: cell('address') }), ...numbers }
  return Object.keys(location).length > 0 ? location : undefined
}

const listed = (text: string): string[] => text.split(/[|;,]/).flatMap((part) => part.trim() || [])
const collectionNamed = (name: string, collections: readonly Collection[]) =>
  collections.find(({ id }) => id === name) ??
  collections.find((collection) => collection.name.toLowerCase() === name.toLowerCase())
const named = (text: string, collections: readonly Collection[]): string[] => [
  ...new Set(listed(text).flatMap((name) => collectionNamed(name, collections)?.id ?? [])),
]

type TargetFault = Fault & { target: Target }
const longest = { id: 200, name: 200, description: 4000, imageUrl: 500, productPageUrl: 500, address: 500 } as const

function faultsOf(cell: Line['cell'], thing: Thing, collections: readonly Collection[]): TargetFault[] {
  const lengths = Object.entries(longest).flatMap(([target, most]): TargetFault[] =>
    [...cell(target as Target)].length > most ? [{ kind: 'tooLong', most, target: target as Target }] : [],
  )
  const urls = (['imageUrl', 'productPageUrl'] as const).flatMap((target): TargetFault[] =>
    cell(target) && !isWebUrl(cell(target)) ? [{ kind: 'notUrl', target }] : [],
  )
  const strangers = listed(cell('collections')).flatMap((name): TargetFault[] =>
    collectionNamed(name, collections) ? [] : [{ kind: 'unknownCollection', name, target: 'collections' }],
  )
  const nameless: TargetFault[] = thing.name.trim() ? [] : [{ kind: 'required', target: 'name' }]
  return [...nameless, ...lengths, ...urls, ...strangers, ...coordinateFaults(cell)]
}

function coordinateFaults(cell: Line['cell']): TargetFault[] {
  const [latitude, longitude] = [cell('latitude'), cell('longitude')]
  if (!latitude !== !longitude) return [{ kind: 'unpaired', target: latitude ? 'longitude' : 'latitude' }]
  return [['latitude', 90] as const, ['longitude', 180] as const].flatMap(([target, most]): TargetFault[] => {
    const value = Number(cell(target))
    if (Number.isNaN(value)) return [{ kind: 'notNumber', target }]
    return Math.abs(value) > most ? [{ kind: 'outOfRange', target }] : []
  })
}

const isWebUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

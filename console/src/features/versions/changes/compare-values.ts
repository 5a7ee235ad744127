import { isSameValue } from '@parley/definition'

/** One field of an item, compared in the way that suits its kind of value. */
export type FieldChange =
  | { kind: 'text'; field: string; before: string; after: string }
  | { kind: 'list'; field: string; entries: ListEntry[] }
  | { kind: 'flow'; field: string; before: FlowValue | undefined; after: FlowValue | undefined }

export type ListEntry = { kind: 'same' | 'added' | 'removed'; text: string }
export type FlowValue = { steps: object[] }

/** Fields that change with every write and say nothing. */
const silentFields = new Set(['updatedAt'])

/** Compares two values of a configuration field by field. Equal fields are left out. */
export function compareValues(before: unknown, after: unknown, field = ''): FieldChange[] {
  if (isSameValue(before ?? null, after ?? null)) return []
  const [old, next] = [toFlow(before), toFlow(after)]
  if (old || next) return [{ kind: 'flow', field, before: old, after: next }]
  if (isSimpleList(before ?? []) && isSimpleList(after ?? []) && (Array.isArray(before) || Array.isArray(after)))
    return [{ kind: 'list', field, entries: compareLists(toTexts(before), toTexts(after)) }]
  if (isFields(before ?? {}) && isFields(after ?? {}) && (isFields(before) || isFields(after))) {
    const [from, to] = [(before ?? {}) as Fields, (after ?? {}) as Fields]
    return [...new Set([...Object.keys(from), ...Object.keys(to)])]
      .filter((name) => !silentFields.has(name))
      .flatMap((name) => compareValues(from[name], to[name], field === '' ? name : `${field}.${name}`))
  }
  return [{ kind: 'text', field, before: toText(before), after: toText(after) }]
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toFlow = (value: unknown): FlowValue | undefined =>
  isFields(value) && Array.isArray(value.steps) && 'slots' in value ? (value as FlowValue) : undefined

const isSimpleList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((entry) => entry === null || typeof entry !== 'object')

const toTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(toText) : [])

function toText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** Removed entries first, then the new list with what it gained. */
function compareLists(before: readonly string[], after: readonly string[]): ListEntry[] {
  const entry =
    (kind: ListEntry['kind']) =>
    (text: string): ListEntry => ({ kind, text })
  const [had, has] = [new Set(before), new Set(after)]
  return [
    ...before.filter((text) => !has.has(text)).map(entry('removed')),
    ...after.map((text) => entry(had.has(text) ? 'same' : 'added')(text)),
  ]
}

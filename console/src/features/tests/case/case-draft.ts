import { parse, stringify } from 'yaml'

/** A case during editing: any parsed document, not necessarily a valid case yet. */
export type CaseDraft = Record<string, unknown>
export type DraftPath = readonly (string | number)[]

const keyOrder = ['key', 'title', 'brief', 'notes', 'tags', 'samples', 'scenario', 'turns', 'expect']
/** Fields that the platform adds to a document, including the case's origin. */
const withKey = ['id', 'suiteId', 'lint', 'origin', 'createdAt', 'updatedAt']

/** Returns the user-written fields of a case, in reading order. */
export function toCaseDraft(testCase: object): CaseDraft {
  const entries = Object.entries(testCase).filter(([key]) => !withKey.includes(key))
  const place = (key: string) => (keyOrder.includes(key) ? keyOrder.indexOf(key) : keyOrder.length)
  return Object.fromEntries(entries.sort(([one], [other]) => place(one) - place(other)))
}

export const isPlainObject = (value: unknown): value is CaseDraft =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function valueAtPath(value: unknown, path: DraftPath): unknown {
  let found = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string | number, unknown>)[key]
  }
  return found
}

/** Returns a copy with the value at the path replaced. Undefined removes it, along with parents that become empty. */
export function setAtPath(value: unknown, path: DraftPath, next: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return next
  if (typeof key === 'number') return setListItem(Array.isArray(value) ? value : [], key, { rest, next })
  const { [key]: before, ...others } = isPlainObject(value) ? value : {}
  const changed = setAtPath(before, rest, next)
  if (changed !== undefined) return { ...(isPlainObject(value) ? value : {}), [key]: changed }
  return Object.keys(others).length > 0 ? others : undefined
}

function setListItem(
  list: readonly unknown[],
  index: number,
  { rest, next }: { rest: DraftPath; next: unknown },
): unknown[] {
  const changed = setAtPath(list[index], rest, next)
  if (changed === undefined) return list.filter((_, at) => at !== index)
  return index < list.length ? list.map((item, at) => (at === index ? changed : item)) : [...list, changed]
}

export const setInDraft = (draft: CaseDraft, path: DraftPath, next: unknown): CaseDraft =>
  (setAtPath(draft, path, next) as CaseDraft) ?? {}

export const readDraftText = (draft: CaseDraft, path: DraftPath): string => {
  const value = valueAtPath(draft, path)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
export const readDraftNumber = (draft: CaseDraft, path: DraftPath): number | undefined => {
  const value = valueAtPath(draft, path)
  return typeof value === 'number' ? value : undefined
}
export const readDraftList = (draft: CaseDraft, path: DraftPath): unknown[] => {
  const value = valueAtPath(draft, path)
  return Array.isArray(value) ? value : []
}
export const readDraftTexts = (draft: CaseDraft, path: DraftPath): string[] => readDraftList(draft, path).map(String)
export const readDraftFields = (draft: CaseDraft, path: DraftPath): CaseDraft => {
  const value = valueAtPath(draft, path)
  return isPlainObject(value) ? value : {}
}

/** Moves an entry one position up or down. */
export function moveListItem<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const next = [...list]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(Math.max(0, from + by), 0, item)
  return next
}

export const formatDraft = (draft: CaseDraft): string => stringify(draft, { lineWidth: 0 })

/** Reads what is JSON as such, and anything else as text. */
export function parseWrittenValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY ? text : value
  } catch {
    return text
  }
}

/** The text that `parseWrittenValue` reads as this value. */
export const formatWrittenValue = (value: unknown): string =>
  typeof value === 'string' && parseWrittenValue(value) === value ? value : (JSON.stringify(value) ?? '')

type ParsedDraft = { draft: CaseDraft } | { message: string }

/** Parses YAML or JSON; returns the error if that fails. */
export function parseDraft(text: string): ParsedDraft {
  try {
    const value: unknown = parse(text)
    return isPlainObject(value) ? { draft: value } : { message: '' }
  } catch (error) {
    return { message: error instanceof Error ? (error.message.split('\n')[0] ?? '') : '' }
  }
}

/** Converts the JSON pointer `/turns/1/chip` of a finding to `turns[1].chip`. */
export function toPathFromPointer(pointer: string): string {
  const steps = pointer.split('/').slice(1)
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : `${index > 0 ? '.' : ''}${step}`))
    .join('')
}

/** Formats the path as form fields do. */
export const toDottedPath = (path: DraftPath): string => path.join('.')
/** Formats the path as findings do. */
export const toBracketPath = (path: DraftPath): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${step}`)).join('')

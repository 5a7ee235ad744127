import { parse, stringify } from 'yaml'

/** A case while it is edited: whatever its text says, which need not be a case yet. */
export type CaseDraft = Record<string, unknown>
export type DraftPath = readonly (string | number)[]

const keyOrder = ['key', 'title', 'brief', 'notes', 'tags', 'samples', 'scenario', 'turns', 'expect']
/** What the platform adds to a document; where a case came from is its own as well. */
const withKey = ['id', 'suiteId', 'lint', 'origin', 'createdAt', 'updatedAt']

/** What of a case is written by people, in the order in which they read it. */
export function toCaseDraft(shown: object): CaseDraft {
  const entries = Object.entries(shown).filter(([key]) => !withKey.includes(key))
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

/** The same with another value there. Undefined takes it out, and what is left empty around it. */
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

export const draftTextAt = (draft: CaseDraft, path: DraftPath): string => {
  const value = valueAtPath(draft, path)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
export const draftNumberAt = (draft: CaseDraft, path: DraftPath): number | undefined => {
  const value = valueAtPath(draft, path)
  return typeof value === 'number' ? value : undefined
}
export const draftListAt = (draft: CaseDraft, path: DraftPath): unknown[] => {
  const value = valueAtPath(draft, path)
  return Array.isArray(value) ? value : []
}
export const draftTextsAt = (draft: CaseDraft, path: DraftPath): string[] => draftListAt(draft, path).map(String)
export const draftFieldsAt = (draft: CaseDraft, path: DraftPath): CaseDraft => {
  const value = valueAtPath(draft, path)
  return isPlainObject(value) ? value : {}
}

/** One place further up or down. */
export function moveListItem<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const next = [...list]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(Math.max(0, from + by), 0, item)
  return next
}

export const formatDraft = (draft: CaseDraft): string => stringify(draft, { lineWidth: 0 })

type ParsedDraft = { draft: CaseDraft } | { message: string }

/** What a text says, as YAML or JSON; where it is none, why. */
export function parseDraft(text: string): ParsedDraft {
  try {
    const value: unknown = parse(text)
    return isPlainObject(value) ? { draft: value } : { message: '' }
  } catch (error) {
    return { message: error instanceof Error ? (error.message.split('\n')[0] ?? '') : '' }
  }
}

/** `/turns/1/chip` of a finding is `turns[1].chip`. */
export function pointerToPath(pointer: string): string {
  const steps = pointer.split('/').slice(1)
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : `${index > 0 ? '.' : ''}${step}`))
    .join('')
}

/** The same way as an editor of a form names it. */
export const toDottedPath = (path: DraftPath): string => path.join('.')
/** The same way as findings name it. */
export const toBracketPath = (path: DraftPath): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${step}`)).join('')

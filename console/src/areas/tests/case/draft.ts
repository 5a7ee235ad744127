import { parse, stringify } from 'yaml'

/** A case while it is edited: whatever its text says, which need not be a case yet. */
export type Draft = Record<string, unknown>
export type Path = readonly (string | number)[]

const order = ['key', 'title', 'brief', 'notes', 'tags', 'samples', 'scenario', 'turns', 'expect']
/** What the platform adds to a document; where a case came from is its own as well. */
const added = ['id', 'suiteId', 'lint', 'origin', 'createdAt', 'updatedAt']

/** What of a case is written by people, in the order in which they read it. */
export function draftOf(shown: object): Draft {
  const entries = Object.entries(shown).filter(([key]) => !added.includes(key))
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
  return Object.fromEntries(entries.sort(([one], [other]) => place(one) - place(other)))
}

export const isFields = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function at(value: unknown, path: Path): unknown {
  let found = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string | number, unknown>)[key]
  }
  return found
}

/** The same with another value there. Undefined takes it out, and what is left empty around it. */
export function put(value: unknown, path: Path, next: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return next
  if (typeof key === 'number') return putItem(Array.isArray(value) ? value : [], key, { rest, next })
  const { [key]: before, ...others } = isFields(value) ? value : {}
  const changed = put(before, rest, next)
  if (changed !== undefined) return { ...(isFields(value) ? value : {}), [key]: changed }
  return Object.keys(others).length > 0 ? others : undefined
}

function putItem(list: readonly unknown[], index: number, { rest, next }: { rest: Path; next: unknown }): unknown[] {
  const changed = put(list[index], rest, next)
  if (changed === undefined) return list.filter((_, place) => place !== index)
  return index < list.length ? list.map((item, place) => (place === index ? changed : item)) : [...list, changed]
}

export const putIn = (draft: Draft, path: Path, next: unknown): Draft => (put(draft, path, next) as Draft) ?? {}

export const textAt = (draft: Draft, path: Path): string => {
  const value = at(draft, path)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
export const numberAt = (draft: Draft, path: Path): number | undefined => {
  const value = at(draft, path)
  return typeof value === 'number' ? value : undefined
}
export const listAt = (draft: Draft, path: Path): unknown[] => {
  const value = at(draft, path)
  return Array.isArray(value) ? value : []
}
export const textsAt = (draft: Draft, path: Path): string[] => listAt(draft, path).map(String)
export const fieldsAt = (draft: Draft, path: Path): Draft => {
  const value = at(draft, path)
  return isFields(value) ? value : {}
}

/** One place further up or down. */
export function moved<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const next = [...list]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(Math.max(0, from + by), 0, item)
  return next
}

export const textOf = (draft: Draft): string => stringify(draft, { lineWidth: 0 })

type ReadText = { draft: Draft } | { message: string }

/** What a text says, as YAML or JSON; where it is none, why. */
export function readText(text: string): ReadText {
  try {
    const value: unknown = parse(text)
    return isFields(value) ? { draft: value } : { message: '' }
  } catch (error) {
    return { message: error instanceof Error ? (error.message.split('\n')[0] ?? '') : '' }
  }
}

/** `/turns/1/chip` of a finding is `turns[1].chip`. */
export function pathOf(pointer: string): string {
  const steps = pointer.split('/').slice(1)
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step, place) => (/^\d+$/.test(step) ? `[${step}]` : `${place > 0 ? '.' : ''}${step}`))
    .join('')
}

/** The same way as an editor of a form names it. */
export const dotted = (path: Path): string => path.join('.')
/** The same way as findings name it. */
export const bracketed = (path: Path): string =>
  path.map((step, place) => (typeof step === 'number' ? `[${step}]` : `${place > 0 ? '.' : ''}${step}`)).join('')

import {
  customFieldHeader,
  type ImportColumnName,
  importColumnAliases,
  importColumns,
  normalizeHeader,
  readOnlyColumns,
} from '@parley/definition/import-columns'

/** Fields that columns can map to. The whole mapping is sent, so that the import does exactly what is shown. */

/** The user sees the mapping before the import, so that it can guess more than the server does. */
const fieldAliases: Readonly<Record<string, ImportColumnName>> = {
  ...importColumnAliases,
  first: 'firstName',
  last: 'lastName',
}

export type DeclaredField = { key: string; label?: string }
/** Maps a header to a field name; null skips the column. */
export type ImportMapping = Record<string, string | null>

/** A key of a custom field: 1 to 128 characters, no dot, no leading dollar sign. */
export const isFieldKey = (key: string): boolean => /^[^.$][^.]{0,127}$/u.test(key)

export function guessMapping(headers: readonly string[], declared: readonly DeclaredField[]): ImportMapping {
  const usedTargets = new Set<string>()
  const named = headers.filter((header) => header !== '')
  return Object.fromEntries(
    named.map((header) => {
      const guess = guessField(header, declared)
      if (guess === null || usedTargets.has(guess)) return [header, null]
      usedTargets.add(guess)
      return [header, guess]
    }),
  )
}

function guessField(header: string, declared: readonly DeclaredField[]): string | null {
  const word = normalizeHeader(header)
  const builtIn = importColumns.find((field) => normalizeHeader(field) === word)
  if (builtIn) return builtIn
  if (readOnlyColumns.has(word)) return null
  const same = ({ key, label }: DeclaredField) =>
    normalizeHeader(key) === word || (label !== undefined && normalizeHeader(label) === word)
  const field = declared.find(({ key }) => key === header) ?? declared.find(same)
  if (field) return customFieldHeader + field.key
  const other = Object.hasOwn(fieldAliases, word) ? fieldAliases[word] : undefined
  if (other) return other
  const key = header.toLowerCase().startsWith(customFieldHeader.toLowerCase())
    ? header.slice(customFieldHeader.length)
    : header
  return isFieldKey(key) ? customFieldHeader + key : null
}

/** Returns the headers that map to the same field as another column. */
export function findDuplicateTargets(mapping: ImportMapping): Set<string> {
  const byField = Map.groupBy(
    Object.entries(mapping).filter(([, field]) => field !== null),
    ([, field]) => field,
  )
  return new Set(
    [...byField.values()].filter((same) => same.length > 1).flatMap((same) => same.map(([header]) => header)),
  )
}

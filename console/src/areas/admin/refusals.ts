import { Invalid } from '@parley/sdk'
import { errorsByPath } from '../../parts/editor/field-path.ts'

/** What a refusal says of fields that a form shows, and the refusal itself where it says anything else. */
export function refusalIn(
  error: Error | null,
  fields: readonly string[],
): { fields: Record<string, string>; other?: Error } {
  if (!error) return { fields: {} }
  if (!(error instanceof Invalid)) return { fields: {}, other: error }
  const byPath = errorsByPath(error.errors, (field) => field.replace(/[.[].*$/, ''))
  const known = Object.keys(byPath).every((field) => fields.includes(field))
  return { fields: byPath, ...(!known && { other: error }) }
}

import { into, isFields, listed, named, warning } from '../place.ts'
import type { Rule } from './rule.ts'

/** That a case expects something. */
export const lintExpect: Rule = (document) => {
  const expected = into(document, 'expect')
  const checks = named(into(expected, 'checks')).filter(([key, { value }]) => asksForSomething(key, value))
  if (checks.length > 0 || listed(into(expected, 'judge', 'criteria')).length > 0) return []
  return [warning(expected, 'case.expect.empty', 'asks for nothing: whatever the agent does passes')]
}

/** An empty list holds whatever happens; only that of outcomes says that there are none. */
function asksForSomething(key: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 || key === 'outcomes'
  return isFields(value) ? Object.keys(value).length > 0 : value !== undefined
}

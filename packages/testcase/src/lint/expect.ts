import { createWarningFinding, getChild, isJsonObject, listItems, listProperties } from '../json-node.ts'
import type { LintRule } from './rule.ts'

/** That a case expects something. */
export const lintExpect: LintRule = (document) => {
  const expected = getChild(document, 'expect')
  const checks = listProperties(getChild(expected, 'checks')).filter(([key, { value }]) => asksForSomething(key, value))
  if (checks.length > 0 || listItems(getChild(expected, 'judge', 'criteria')).length > 0) return []
  return [createWarningFinding(expected, 'case.expect.empty', 'asks for nothing: whatever the agent does passes')]
}

/** An empty list holds whatever happens; only that of outcomes says that there are none. */
function asksForSomething(key: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 || key === 'outcomes'
  return isJsonObject(value) ? Object.keys(value).length > 0 : value !== undefined
}

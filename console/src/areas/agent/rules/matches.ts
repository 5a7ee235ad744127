import { readPattern } from '@parley/definition'
import type { RuleForm } from './form.ts'

export type RuleMatch = { id: string; text: string; pattern: string; onMatch: RuleForm['onMatch']; replacement: string }

/** The rules that a reply would break, each with the first of its patterns that is found in it. */
export function matchesIn(reply: string, rules: readonly RuleForm[]): RuleMatch[] {
  return rules.flatMap(({ id, text, patterns, onMatch, replacement, enabled }) => {
    const pattern = enabled ? patterns.find((source) => isFound(source, reply)) : undefined
    return pattern === undefined ? [] : [{ id, text, pattern, onMatch, replacement }]
  })
}

function isFound(source: string, reply: string): boolean {
  const pattern = readPattern(source)
  return pattern.ok && pattern.test(reply)
}

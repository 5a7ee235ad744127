import { parsePattern } from '@parley/definition'
import type { RuleForm } from './rules-form.ts'

export type RuleMatch = { id: string; text: string; pattern: string; onMatch: RuleForm['onMatch']; replacement: string }

/** Returns the rules that a reply would break, each with its first matching pattern. */
export function findRuleMatches(reply: string, rules: readonly RuleForm[]): RuleMatch[] {
  return rules.flatMap(({ id, text, patterns, onMatch, replacement, enabled }) => {
    const pattern = enabled ? patterns.find((source) => matchesPattern(source, reply)) : undefined
    return pattern === undefined ? [] : [{ id, text, pattern, onMatch, replacement }]
  })
}

function matchesPattern(source: string, reply: string): boolean {
  const pattern = parsePattern(source)
  return pattern.ok && pattern.test(reply)
}

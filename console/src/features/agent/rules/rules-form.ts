import { parsePattern } from '@parley/definition'
import type { Schema } from '@parley/sdk'

type Rule = Schema<'AgentRule'>

export type RuleForm = {
  id: string
  text: string
  patterns: string[]
  onMatch: 'block' | 'retry'
  replacement: string
  enabled: boolean
}
export type RulesForm = { rules: RuleForm[] }

export const blankRule: RuleForm = {
  id: '',
  text: '',
  patterns: [''],
  onMatch: 'retry',
  replacement: '',
  enabled: true,
}

export function toRulesForm({ data }: { data: Rule[] }): RulesForm {
  return {
    rules: data.map(({ id, text, check, onMatch = 'retry', replacement = '', enabled = true }) => ({
      id,
      text,
      patterns: check.patterns,
      onMatch,
      replacement,
      enabled,
    })),
  }
}

/** Omits default values. */
export function toRulesBody({ rules }: RulesForm): { rules: Rule[] } {
  return {
    rules: rules.map(({ id, text, patterns, onMatch, replacement, enabled }) => ({
      id,
      text,
      check: { kind: 'pattern', patterns },
      ...(onMatch === 'block' && { onMatch }),
      ...(replacement && { replacement }),
      ...(!enabled && { enabled }),
    })),
  }
}

export const ruleField = (field: string): string => field.replace('.check.patterns', '.patterns')

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

import { boundedText, slug, uniqueBy } from '@parley/findings'
import { z } from 'zod'
import { parsePattern } from './pattern.ts'

/** Deterministic checks on the agent's reply. */
const Pattern = boundedText({ min: 1, max: 200 }).superRefine((source, context) => {
  const read = parsePattern(source)
  if (!read.ok) context.addIssue({ code: 'custom', message: read.message })
})

export const AgentRuleCheck = z
  .strictObject({ kind: z.literal('pattern'), patterns: z.array(Pattern).min(1).max(20) })
  .meta({ id: 'AgentRuleCheck', description: 'Each pattern is a plain phrase or /regex/flags.' })

export const AgentRule = z
  .strictObject({
    id: slug,
    text: boundedText({ min: 1, max: 300 }).meta({ description: 'The sentence the operator wrote.' }),
    check: AgentRuleCheck,
    onMatch: z.enum(['block', 'retry']).optional().meta({ default: 'retry' }),
    replacement: boundedText({ max: 500 }).optional().meta({ description: 'Sent instead when the reply is blocked.' }),
    enabled: z.boolean().optional().meta({ default: true }),
  })
  .meta({
    id: 'AgentRule',
    examples: [
      { id: 'no-price', text: 'Never name a price.', check: { kind: 'pattern', patterns: ['/\\$\\s?[0-9]+/'] } },
    ],
  })
export type AgentRule = z.infer<typeof AgentRule>

export function findMatchingRule(rules: readonly AgentRule[], text: string): AgentRule | undefined {
  return rules.find(({ enabled = true, check }) => enabled && check.patterns.some((source) => matches(source, text)))
}

function matches(source: string, text: string): boolean {
  const pattern = parsePattern(source)
  return pattern.ok && pattern.test(text)
}

export const RuleList = uniqueBy(z.array(AgentRule).max(50), 'id')

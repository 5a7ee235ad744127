import type { Chip, ContentMessage, Part } from '@parley/amf'
import { type AgentRule, findMatchingRule } from '@parley/definition'
import { type TurnContext, textMessage } from './turn.ts'

/** Deterministic checks on a message before it is sent. */
export function findViolatedRule(
  rules: readonly AgentRule[],
  message: Pick<ContentMessage, 'parts' | 'chips'>,
): AgentRule | undefined {
  return rules.length === 0 ? undefined : findMatchingRule(rules, collectVisibleText(message))
}

const defaultReplacement = 'I am sorry, I cannot answer that here.'

export const blockedMessage = ({ replacement = defaultReplacement }: AgentRule): ContentMessage =>
  textMessage(replacement)

export function recordRuleHit(
  { turnRecord }: TurnContext,
  { id: ruleId }: AgentRule,
  action: 'retry' | 'block',
  text: string,
): void {
  turnRecord.ruleHits.push({ ruleId, action, text: text.slice(0, 500).toWellFormed() })
}

export const describeViolation = ({ text }: AgentRule): string =>
  `The reply that you just wrote breaks a rule of the business: “${text}” Write it again so that it keeps the rule.`

/**
 * A flow's output cannot be rewritten, so every rule blocks. Each part that violates a rule is replaced by the rule's
 * text; the rest, such as the question that the flow waits for, remains.
 */
export function removeViolations(turn: TurnContext, message: ContentMessage): ContentMessage {
  const { rules } = turn.input.definition
  if (!findViolatedRule(rules, message)) return message
  const blocked = new Set<AgentRule>()
  const isBroken = (content: { parts: Part[]; chips?: Chip[] }): AgentRule | undefined => {
    const broken = findViolatedRule(rules, content)
    if (broken) recordRuleHit(turn, broken, 'block', collectVisibleText(content))
    return broken
  }
  const parts = message.parts.flatMap((part): Part[] => {
    const broken = isBroken({ parts: [part] })
    if (!broken) return [part]
    const isFirst = !blocked.has(broken)
    blocked.add(broken)
    return isFirst ? blockedMessage(broken).parts : []
  })
  const chips = message.chips?.filter((chip) => !isBroken({ parts: [], chips: [chip] }))
  const allowedMessage: ContentMessage = { ...message, parts, ...(chips && { chips }) }
  // A pattern may match across two parts that are acceptable on their own.
  const whole = isBroken({ parts: parts.filter((part) => message.parts.includes(part)), chips })
  return whole ? blockedMessage(whole) : allowedMessage
}

/** All text that a person can read, in any part; URLs do not count. */
function collectVisibleText({ parts, chips = [] }: Pick<ContentMessage, 'parts' | 'chips'>): string {
  const words: string[] = []
  collectText({ parts, chips }, words)
  return words.join('\n')
}

const hiddenKeys = new Set(['type', 'kind', 'intentId', 'id', 'url', 'mediaUrl', 'mediaType', 'iso', 'tz', 'value'])

function collectText(value: unknown, words: string[]): void {
  if (typeof value === 'string') words.push(value)
  else if (Array.isArray(value)) for (const entry of value) collectText(entry, words)
  else if (value !== null && typeof value === 'object') {
    for (const [key, entry] of Object.entries(value)) if (!hiddenKeys.has(key)) collectText(entry, words)
  }
}

import type { Chip, ContentMessage, Part } from '@parley/amf'
import { type AgentRule, matchingRule } from '@parley/definition'
import { type Turn, textMessage } from './turn.ts'

/** Document 1, Rules: deterministic checks on what the agent is about to say. */
export function brokenRule(
  rules: readonly AgentRule[],
  message: Pick<ContentMessage, 'parts' | 'chips'>,
): AgentRule | undefined {
  return rules.length === 0 ? undefined : matchingRule(rules, shownWords(message))
}

const blockedWords = 'I am sorry, I cannot answer that here.'

/** Said in place of what a rule blocks. */
export const blockedMessage = ({ replacement = blockedWords }: AgentRule): ContentMessage => textMessage(replacement)

export function noteHit({ ledger }: Turn, { id: ruleId }: AgentRule, action: 'retry' | 'block', text: string): void {
  ledger.ruleHits.push({ ruleId, action, text: text.slice(0, 500).toWellFormed() })
}

/** Tells the model what its reply broke. */
export const ruleNote = ({ text }: AgentRule): string =>
  `The reply that you just wrote breaks a rule of the business: “${text}” Write it again so that it keeps the rule.`

/**
 * What a flow says cannot be composed again, so that every rule blocks: each part that breaks one gives way to the words
 * of the rule, and the rest, such as the question that the flow waits on, stays.
 */
export function withoutBroken(turn: Turn, message: ContentMessage): ContentMessage {
  const { rules } = turn.scene.definition
  if (!brokenRule(rules, message)) return message
  const blocked = new Set<AgentRule>()
  const isBroken = (shown: { parts: Part[]; chips?: Chip[] }): AgentRule | undefined => {
    const broken = brokenRule(rules, shown)
    if (broken) noteHit(turn, broken, 'block', shownWords(shown))
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
  const kept: ContentMessage = { ...message, parts, ...(chips && { chips }) }
  // A pattern may match across two parts that are fine by themselves.
  const whole = isBroken({ parts: parts.filter((part) => message.parts.includes(part)), chips })
  return whole ? blockedMessage(whole) : kept
}

/** Every word that a person could read, whatever part it stands in; addresses are no words. */
function shownWords({ parts, chips = [] }: Pick<ContentMessage, 'parts' | 'chips'>): string {
  const words: string[] = []
  collect({ parts, chips }, words)
  return words.join('\n')
}

const unspoken = new Set(['type', 'kind', 'intentId', 'id', 'url', 'mediaUrl', 'mediaType', 'iso', 'tz', 'value'])

function collect(value: unknown, words: string[]): void {
  if (typeof value === 'string') words.push(value)
  else if (Array.isArray(value)) for (const entry of value) collect(entry, words)
  else if (value !== null && typeof value === 'object') {
    for (const [key, entry] of Object.entries(value)) if (!unspoken.has(key)) collect(entry, words)
  }
}

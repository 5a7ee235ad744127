import type { ContentMessage } from '@parley/amf'
import { type AgentRule, readPattern } from '@parley/definition'

/** Document 1, Rules: deterministic checks on what the agent is about to say. */
export function brokenRule(rules: readonly AgentRule[], message: ContentMessage): AgentRule | undefined {
  const enabled = rules.filter(({ enabled = true }) => enabled)
  if (enabled.length === 0) return undefined
  const text = shownWords(message)
  return enabled.find(({ check }) => check.patterns.some((source) => matches(source, text)))
}

function matches(source: string, text: string): boolean {
  const pattern = readPattern(source)
  return pattern.ok && pattern.test(text)
}

/** Said in place of a reply that a rule blocks, where the rule has no words of its own. */
export const blockedWords = 'I am sorry, I cannot answer that here.'

/** Tells the model what its reply broke. */
export const ruleNote = ({ text }: AgentRule): string =>
  `The reply that you just wrote breaks a rule of the business: “${text}” Write it again so that it keeps the rule.`

/** Every word that a person could read, whatever part it stands in; addresses are no words. */
function shownWords(message: ContentMessage): string {
  const words: string[] = []
  collect({ parts: message.parts, chips: message.chips ?? [] }, words)
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

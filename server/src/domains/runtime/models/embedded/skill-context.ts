import { normalizePhrase } from '../../../../platform/search-text.ts'
import type { ToolSpec, TurnHints } from '../model.ts'

export type Thresholds = {
  /** The hit is what the person asked for. */
  certain: number
  /** The hit is worth mentioning when nothing is better. */
  likely: number
}

export type ToolResult = { name: string; ok: boolean; fields: Record<string, unknown> }

export type SkillContext = {
  hints: TurnHints
  /** The person's message, cleaned and truncated. */
  personText: string
  /** `personText` in lower case with plain apostrophes and without the greeting. */
  question: string
  /** The words of the message without punctuation. */
  phrase: string
  tools: readonly Pick<ToolSpec, 'name' | 'parameters'>[]
  /** Results of the tools called for this message, oldest first. */
  toolResults: readonly ToolResult[]
  thresholds: Thresholds
}

export type SkillToolCall = { name: string; given: Record<string, unknown> }

/** The next step of the model: text, tool calls, or both. */
export type ModelStep = { text: string; calls: SkillToolCall[] }

/** Returns a step when the skill is sure, else undefined to leave it to the next skill. */
export type Skill = (view: SkillContext) => ModelStep | undefined

export const createReplyStep = (...paragraphs: (string | undefined)[]): ModelStep => ({
  text: paragraphs.filter(Boolean).join('\n\n'),
  calls: [],
})

/**
 * Calls only tools that are offered, with only the arguments they accept. Drops a call that would lose all of its
 * arguments.
 */
export function createCallStep(view: SkillContext, ...wishes: SkillToolCall[]): ModelStep | undefined {
  const calls = wishes.flatMap(({ name, given }) => {
    const tool = view.tools.find((each) => each.name === name)
    const knownArguments = tool && selectKnownArguments(given, tool.parameters)
    const isEmptied =
      knownArguments &&
      Object.keys(knownArguments).length === 0 &&
      Object.values(given).some((one) => one !== undefined)
    return knownArguments && !isEmptied ? [{ name, given: knownArguments }] : []
  })
  return calls.length > 0 ? { text: '', calls } : undefined
}

function selectKnownArguments(
  given: Record<string, unknown>,
  { properties }: Record<string, unknown>,
): Record<string, unknown> {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  if (!properties || typeof properties !== 'object') return Object.fromEntries(entries)
  const known = properties as Record<string, unknown>
  return Object.fromEntries(
    entries.filter(([key, value]) => Object.hasOwn(known, key) && isShortEnough(value, known[key])),
  )
}

function isShortEnough(value: unknown, schema: unknown): boolean {
  const { maxLength } = typeof schema === 'object' && schema !== null ? (schema as { maxLength?: unknown }) : {}
  return typeof value !== 'string' || typeof maxLength !== 'number' || value.length <= maxLength
}

export function hasTool(view: SkillContext, name: string): boolean {
  return view.tools.some((tool) => tool.name === name)
}

/** Longer than people write at once; the rest would not change the meaning. */
const maxInputLength = 2_000
const greeting =
  /^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|there|please|ok|okay|so|well|thanks|thank you)\b[\s,.!-]*)+/

export function createSkillContext(of: Omit<SkillContext, 'personText' | 'question' | 'phrase'>): SkillContext {
  const personText = of.hints.personText
    .slice(0, maxInputLength)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zs}]+/gu, ' ')
    .trim()
  const lower = personText.toLowerCase().replace(/[’‘`]/g, "'")
  return { ...of, personText, question: lower.replace(greeting, '') || lower, phrase: normalizePhrase(personText) }
}

export function getLastAnswer({ hints: { history } }: SkillContext): string {
  return history.findLast(({ role }) => role === 'agent')?.text ?? ''
}

export function isQuestion({ question }: SkillContext): boolean {
  return (
    question.includes('?') ||
    /^(?:when|where|what|which|who|how|why|do|does|is|are|can|could|will|would)\b/.test(question)
  )
}

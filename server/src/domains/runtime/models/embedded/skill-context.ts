import { normalizePhrase } from '../../../../platform/search-text.ts'
import type { ToolSpec, TurnHints } from '../model.ts'

/** What found knowledge is taken for, by its score. */
export type Thresholds = {
  /** It is what was asked for. */
  certain: number
  /** It is worth saying when nothing better is there. */
  likely: number
}

export type ToolResult = { name: string; ok: boolean; fields: Record<string, unknown> }

/** All that a skill looks at. */
export type SkillContext = {
  hints: TurnHints
  /** What the person said, made short and clean. */
  said: string
  /** The same in lower case with plain apostrophes, without the greeting before it. */
  asked: string
  /** Its words alone. */
  phrase: string
  tools: readonly Pick<ToolSpec, 'name' | 'parameters'>[]
  /** What the tools called for this message have answered, the oldest first. */
  toolResults: readonly ToolResult[]
  thresholds: Thresholds
}

export type ToolRequest = { name: string; given: Record<string, unknown> }

/** What the model does next: it says something, or has tools called. */
export type ModelStep = { text: string; calls: ToolRequest[] }

/** Answers when it is sure, else leaves it to the next. */
export type Skill = (view: SkillContext) => ModelStep | undefined

export const createReplyStep = (...paragraphs: (string | undefined)[]): ModelStep => ({
  text: paragraphs.filter(Boolean).join('\n\n'),
  calls: [],
})

/** Only tools that are offered are called, with no argument that they do not take, and not where none is left. */
export function createCallStep(view: SkillContext, ...wishes: ToolRequest[]): ModelStep | undefined {
  const calls = wishes.flatMap(({ name, given }) => {
    const tool = view.tools.find((each) => each.name === name)
    const taken = tool && selectKnownArguments(given, tool.parameters)
    const isEmptied = taken && Object.keys(taken).length === 0 && Object.values(given).some((one) => one !== undefined)
    return taken && !isEmptied ? [{ name, given: taken }] : []
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

/** More than anybody says in one breath; what comes behind it does not change what is meant. */
const maxInputLength = 2_000
const greeting =
  /^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|there|please|ok|okay|so|well|thanks|thank you)\b[\s,.!-]*)+/

export function createSkillContext(of: Omit<SkillContext, 'said' | 'asked' | 'phrase'>): SkillContext {
  const said = of.hints.said
    .slice(0, maxInputLength)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zs}]+/gu, ' ')
    .trim()
  const lower = said.toLowerCase().replace(/[’‘`]/g, "'")
  return { ...of, said, asked: lower.replace(greeting, '') || lower, phrase: normalizePhrase(said) }
}

/** The last that the agent said. */
export function getLastAnswer({ hints: { history } }: SkillContext): string {
  return history.findLast(({ role }) => role === 'agent')?.text ?? ''
}

/** Whether the message asks, rather than has something done. */
export function isQuestion({ asked }: SkillContext): boolean {
  return (
    asked.includes('?') || /^(?:when|where|what|which|who|how|why|do|does|is|are|can|could|will|would)\b/.test(asked)
  )
}

import type { AgentDefinition } from '@parley/definition'
import type { TurnRecord } from '../../runtime/index.ts'
import type { ReplayedTurn, ReplayReason, ReplayVerdict, TurnSide } from './replay.ts'

/** Compares what the agent answered in a real session with what it answers when the same is said again. */

/** What explains an answer, of a turn record or, for agents with a webhook, of its messages alone. */
export type ComparedAnswer = Pick<TurnRecord, 'messages'> &
  Partial<
    Pick<TurnRecord, 'playbookId' | 'nextPlaybookId' | 'flow' | 'knowledge' | 'toolCalls' | 'outcomes' | 'ruleHits'>
  >

/** An answer with the configuration that gave it, if that is still known. */
export type ConfiguredAnswer = { answer: ComparedAnswer; definition: AgentDefinition | undefined }

export function compareTurn(said: string, before: ConfiguredAnswer, after: ConfiguredAnswer): ReplayedTurn {
  const sides = { before: toSide(before.answer), after: toSide(after.answer) }
  const why = listReasons(before.answer, after.answer)
  if (!why.includes('text') || isSameAnswer(before, after)) return { said, ...sides, verdict: 'same', why: [] }
  return { said, ...sides, verdict: 'changed', why }
}

/** A turn that could not be played. */
export const createErrorTurn = (said: string, before: ComparedAnswer, error: string): ReplayedTurn => ({
  said,
  before: toSide(before),
  after: { text: '', tools: [] },
  verdict: 'error',
  why: [],
  error,
})

export function decideVerdict(turns: readonly ReplayedTurn[]): ReplayVerdict {
  if (turns.some(({ verdict }) => verdict === 'error')) return 'error'
  return turns.some(({ verdict }) => verdict === 'changed') ? 'changed' : 'same'
}

function toSide(answer: ComparedAnswer): TurnSide {
  const playbookId = playbookOf(answer)
  return { text: textOf(answer), ...(playbookId !== undefined && { playbookId }), tools: toolsOf(answer) }
}

const textOf = ({ messages }: ComparedAnswer): string =>
  messages
    .filter(({ accepted }) => accepted)
    .map(({ text }) => text)
    .join('\n')

const playbookOf = ({ playbookId, nextPlaybookId }: ComparedAnswer): string | undefined => nextPlaybookId ?? playbookId

const toolsOf = ({ toolCalls = [] }: ComparedAnswer): string[] =>
  toolCalls.filter(({ called }) => called).map(({ name }) => name)

const normalizeSpace = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

function listReasons(before: ComparedAnswer, after: ComparedAnswer): ReplayReason[] {
  const differs: Record<ReplayReason, boolean> = {
    text: normalizeSpace(textOf(before)) !== normalizeSpace(textOf(after)),
    playbook: playbookOf(before) !== playbookOf(after),
    tools: !isEqual(toolsOf(before), toolsOf(after)),
    outcome: !isEqual(before.outcomes ?? [], after.outcomes ?? []),
  }
  return (Object.keys(differs) as ReplayReason[]).filter((reason) => differs[reason])
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * A model words the same answer differently each time. It is the same answer if it rests on the same Fact with the same
 * text, at the same step, with the same tools and the same parts.
 */
function isSameAnswer(before: ConfiguredAnswer, after: ConfiguredAnswer): boolean {
  const [fact, other] = [findUsedFact(before), findUsedFact(after)]
  if (!fact || !other || !isEqual(fact, other)) return false
  return isEqual(describeCourse(before.answer), describeCourse(after.answer))
}

function findUsedFact({ answer, definition }: ConfiguredAnswer): { id: string; answer: string } | undefined {
  const best = answer.knowledge?.[0]
  if (best?.kind !== 'fact') return undefined
  const fact = definition?.facts.find(({ id }) => id === best.id)
  return fact && { id: fact.id, answer: normalizeSpace(fact.answer) }
}

const describeCourse = (answer: ComparedAnswer) => ({
  playbook: playbookOf(answer) ?? null,
  step: answer.flow ? [answer.flow.playbookId, answer.flow.step ?? null] : null,
  tools: toolsOf(answer),
  outcomes: answer.outcomes ?? [],
  rules: (answer.ruleHits ?? []).map(({ ruleId, action }) => [ruleId, action]),
  parts: answer.messages.map(({ message }) =>
    ((message as { parts?: { type: string }[] } | null)?.parts ?? []).map(({ type }) => type),
  ),
})

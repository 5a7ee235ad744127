import type { AgentKey } from '../../platform/http/route.ts'
import { confidenceThresholds } from '../knowledge/index.ts'
import type { InsightDeps } from './deps.ts'
import { type DeskAnswer, findDeskAnswers, type UnansweredRow } from './queries/unanswered.ts'
import type { UnansweredQuestion } from './schemas.ts'

type Suggestion = NonNullable<UnansweredQuestion['suggestion']>

const maxAnswerLength = 1000
const maxQuestionLength = 500
/** One page must not use up the database connections of the process. */
const searchesAtOnce = 4

/** By group. What a member answered to the question comes first: a passage may only be near it. */
export async function suggestAnswers(
  agent: AgentKey,
  rows: readonly UnansweredRow[],
  { db, knowledge }: Pick<InsightDeps, 'db' | 'knowledge'>,
): Promise<Map<number, Suggestion>> {
  const open = rows.filter(({ state }) => state === 'open')
  if (open.length === 0) return new Map()
  const keys = open.map(({ groupKey }) => groupKey)
  const fromDesk = new Map((await findDeskAnswers(db, agent, keys)).map((answer) => [answer.groupKey, answer]))
  const found = new Map<number, Suggestion>()
  for (let from = 0; from < open.length; from += searchesAtOnce) {
    const batch = open.slice(from, from + searchesAtOnce)
    const suggestions = await Promise.all(
      batch.map(async (row) => [row.groupKey, await suggestAnswer(agent, row, { fromDesk, knowledge })] as const),
    )
    for (const [groupKey, suggestion] of suggestions) if (suggestion) found.set(groupKey, suggestion)
  }
  return found
}

type Sources = { fromDesk: ReadonlyMap<number, DeskAnswer>; knowledge: InsightDeps['knowledge'] }

async function suggestAnswer(
  agent: AgentKey,
  { groupKey, question }: UnansweredRow,
  { fromDesk, knowledge }: Sources,
): Promise<Suggestion | undefined> {
  const said = fromDesk.get(groupKey)
  if (said)
    return { question, answer: said.answer, source: { kind: 'desk', id: said.messageId, sessionId: said.sessionId } }
  const passage = await findPassage(agent, question, knowledge)
  return passage && { question, ...passage }
}

async function findPassage(
  agent: AgentKey,
  question: string,
  knowledge: InsightDeps['knowledge'],
): Promise<Pick<Suggestion, 'answer' | 'source'> | undefined> {
  const hits = await knowledge.search(agent, { q: question.slice(0, maxQuestionLength), limit: 20 })
  const best = hits.find(
    ({ kind, sourceId, score }) => kind === 'passage' && sourceId !== undefined && score >= confidenceThresholds.likely,
  )
  if (!best?.sourceId) return undefined
  return { answer: cutAtSentence(best.text), source: { kind: 'source', id: best.sourceId } }
}

function cutAtSentence(text: string): string {
  const trimmed = text.trim()
  if (trimmed.length <= maxAnswerLength) return trimmed
  const start = trimmed.slice(0, maxAnswerLength).toWellFormed()
  return /^[\s\S]*[.!?…](?=\s)/.exec(start)?.[0] ?? start
}

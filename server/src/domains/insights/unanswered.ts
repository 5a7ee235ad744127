import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { InsightDeps } from './deps.ts'
import { listExamples, listUnanswered, type UnansweredFilter, type UnansweredRow } from './queries/unanswered.ts'
import type { UnansweredQuestion } from './schemas.ts'
import { suggestAnswers } from './suggestions.ts'

export const maxExamples = 10
export const unlimited = { start: new Date(0), end: new Date('9999-01-01T00:00:00Z') }

/** Without `knowledge`, entries have no suggestions: a write must not search while it holds its transaction. */
type Reading = Partial<Pick<InsightDeps, 'knowledge'>> & { db: Db }

/** A page of entries, with examples and suggestions for those that are on it. */
export async function readUnanswered(
  agent: AgentKey,
  filter: UnansweredFilter,
  deps: Reading,
): Promise<{ rows: UnansweredRow[]; entries: UnansweredQuestion[] }> {
  const rows = await listUnanswered(deps.db, agent, filter)
  const shown = rows.slice(0, filter.limit)
  const groupKeys = shown.map(({ groupKey }) => groupKey)
  const { start, end } = filter
  const [examples, suggestions] = await Promise.all([
    listExamples(deps.db, agent, { groupKeys, start, end, onlyUnanswered: true, limit: maxExamples }),
    deps.knowledge
      ? suggestAnswers(agent, shown, { db: deps.db, knowledge: deps.knowledge })
      : new Map<number, never>(),
  ])
  const examplesOf = Map.groupBy(examples, ({ groupKey }) => groupKey)
  const entries = shown.map((row) => ({
    ...serializeRow(row),
    examples: (examplesOf.get(row.groupKey) ?? []).map(({ groupKey: _, at, ...example }) => ({
      ...example,
      at: at.toISOString(),
    })),
    ...(suggestions.has(row.groupKey) && { suggestion: suggestions.get(row.groupKey) }),
  }))
  return { rows, entries }
}

export async function findUnanswered(db: Db, agent: AgentKey, id: string): Promise<UnansweredQuestion | undefined> {
  const { entries } = await readUnanswered(agent, { ...unlimited, id, limit: 1 }, { db })
  return entries[0]
}

function serializeRow({ groupKey: _, factId, draftId, updatedAt, firstAt, lastAt, ...row }: UnansweredRow) {
  return {
    ...row,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    ...(row.state === 'answered' && { answeredAt: updatedAt.toISOString() }),
    ...(factId !== null && { factId }),
    ...(draftId !== null && { draftId }),
  }
}

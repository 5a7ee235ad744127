import {
  createKnowledge,
  type Embedder,
  embeddingWork,
  indexDefinition,
} from '../../server/src/domains/knowledge/index.ts'
import type { Database } from '../../server/src/platform/db/database.ts'
import { inTransaction } from '../../server/src/platform/db/transaction.ts'
import type { AgentKey } from '../../server/src/platform/http/route.ts'
import { createWorker } from '../../server/src/platform/work/index.ts'
import { realWorld } from '../../server/src/platform/world.ts'
import type { QuestionSet } from './corpus.ts'
import { type Accuracy, toAccuracy } from './measures.ts'

/** From this score on, the embedded model answers with a Fact. */
export const answeredFrom = 0.5

export type FactResults = {
  /** Whether a Fact was found for questions that have one, and none for those that have none. */
  answerable: Accuracy
  /** The share of answerable questions whose Fact is the best one found. */
  first: number
  questions: number
}

const log = { warn: console.error, error: console.error }

/** Searches each question among the Facts of its business, by words and by meaning. */
export async function measureFacts(
  { db }: Database,
  agent: AgentKey,
  { groups }: QuestionSet,
  meanings?: Embedder,
): Promise<FactResults> {
  const facts = groups.flatMap(({ id, fact }) => (fact ? [{ id, ...fact }] : []))
  await inTransaction(db, (tx) => indexDefinition(tx, agent, { facts: { before: [], after: facts } }))
  if (meanings) {
    const works = [embeddingWork({ db, world: realWorld, meanings })]
    await createWorker({ db, world: realWorld, log, works }).drain()
  }
  const knowledge = createKnowledge({ db, log, ...(meanings && { meanings }) })
  const counts = { right: 0, found: 0, wanted: 0 }
  let [first, questions] = [0, 0]
  for (const { id, fact, questions: texts } of groups) {
    for (const q of texts) {
      const best = (await knowledge.search(agent, { q, limit: 5 })).find(({ kind }) => kind === 'fact')
      const isFound = best !== undefined && best.score >= answeredFrom
      questions++
      if (fact) counts.wanted++
      if (isFound) counts.found++
      if (fact && isFound) counts.right++
      if (fact && best?.id === id) first++
    }
  }
  return { answerable: toAccuracy(counts), first: first / counts.wanted, questions }
}

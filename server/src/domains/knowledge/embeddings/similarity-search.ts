import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { EntryRef } from '../queries/vectors.ts'
import type { Embedder } from './embedder.ts'
import { createVectorCache } from './memory.ts'
import { nearestSimilarity } from './vector.ts'

/** An entry that means something like the question, and the score that this alone is worth. */
export type SimilarEntry = EntryRef & { score: number }
export type FindSimilar = (db: Db, agent: AgentKey, question: string) => Promise<SimilarEntry[]>

/** What has nothing to do with a question stays below; so do some that have. */
const minSimilarity = 0.38
/** What is this much less like the question than the best is but noise beside it. */
const maxSimilarityGap = 0.15
const maxResults = 20
/** People ask the same again and again. */
const maxCachedQuestions = 1000

/** Finds entries by what they mean. The model is asked only for agents that have vectors. */
export function createSimilaritySearch(embedder: Embedder): FindSimilar {
  const { vectorsOf } = createVectorCache()
  const questions = new Map<string, Float32Array>()

  async function vectorOf(question: string): Promise<Float32Array | undefined> {
    const known = questions.get(question)
    if (known) return known
    const [vector] = (await embedder.embed([question])) ?? []
    if (vector) questions.set(question, vector)
    const oldest = questions.size > maxCachedQuestions && questions.keys().next().value
    if (typeof oldest === 'string') questions.delete(oldest)
    return vector
  }

  return async (db, agent, question) => {
    const vectors = [...(await vectorsOf(db, agent))]
    if (vectors.length === 0) return []
    const asked = await vectorOf(question)
    if (!asked || asked.length === 0) return []
    return selectNearest(
      vectors.map(({ vector, ...name }) => ({ ...name, likeness: nearestSimilarity(vector, asked) })),
    )
  }
}

function selectNearest(measured: (EntryRef & { likeness: number })[]): SimilarEntry[] {
  const near = measured.filter((one) => one.likeness >= minSimilarity).sort((a, b) => b.likeness - a.likeness)
  const least = (near[0]?.likeness ?? 0) - maxSimilarityGap
  return near
    .filter((one) => one.likeness >= least)
    .slice(0, maxResults)
    .map(({ likeness, ...name }) => ({ ...name, score: scoreOf(likeness) }))
}

/** On the scale of a search by words, where only a question asked word for word is worth 1. */
function scoreOf(likeness: number): number {
  return Math.round(Math.min(0.98, 0.25 + 1.25 * (likeness - minSimilarity)) * 10_000) / 10_000
}

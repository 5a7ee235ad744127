import {
  compareVectors,
  encodeVector,
  extractQuestionWords,
  findNearestGroup,
  type GroupFeatures,
  toInt8Array,
} from '../../server/src/domains/insights/index.ts'
import type { Embedder } from '../../server/src/domains/knowledge/index.ts'
import type { QuestionSet } from './corpus.ts'
import { type Accuracy, comparePairs, findBestThreshold, pairsOf, shuffle } from './measures.ts'

const orders = 5

type Item = { group: string; features: Omit<GroupFeatures, 'groupKey'> }

/** Groups the questions of a business one by one, as the worker does, in several orders: the mean of the pairwise F1. */
export async function measureGrouping({ groups }: QuestionSet, embedder?: Embedder): Promise<Accuracy> {
  const items = await readItems(groups, embedder)
  const runs = Array.from({ length: orders }, (_, seed) => groupInOrder(shuffle(items, seed + 1)))
  const mean = (name: keyof Accuracy) => runs.reduce((sum, run) => sum + run[name], 0) / orders
  return { precision: mean('precision'), recall: mean('recall'), f1: mean('f1') }
}

function groupInOrder(items: readonly Item[]): Accuracy {
  const groups: GroupFeatures[] = []
  const grouped = items.map(({ group, features }) => {
    const nearest = findNearestGroup(features, groups)
    return { group, groupKey: nearest?.groupKey ?? groups.push({ ...features, groupKey: groups.length + 1 }) }
  })
  return comparePairs(
    pairsOf(grouped).map(([one, other]) => [one.groupKey === other.groupKey, one.group === other.group] as const),
  )
}

/** How well the similarity of two questions alone tells whether they mean the same, at its best threshold. */
export async function measurePairs({ groups }: QuestionSet, embedder: Embedder) {
  const items = await readItems(groups, embedder)
  const scored = [...pairsOf(items)].map(([one, other]) => ({
    score: compareVectors(one.features.vector ?? new Int8Array(), other.features.vector ?? new Int8Array()),
    isWanted: one.group === other.group,
  }))
  return findBestThreshold(scored)
}

async function readItems(groups: QuestionSet['groups'], embedder?: Embedder): Promise<Item[]> {
  const questions = groups.flatMap(({ id, questions }) => questions.map((text) => ({ group: id, text })))
  const vectors = await embedder?.embed(questions.map(({ text }) => text))
  return questions.map(({ group, text }, at) => {
    const bytes = vectors && encodeVector(vectors[at] as Float32Array)
    return { group, features: { words: extractQuestionWords(text), ...(bytes && { vector: toInt8Array(bytes) }) } }
  })
}

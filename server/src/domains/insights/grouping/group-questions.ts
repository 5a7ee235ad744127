import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Embedder } from '../../knowledge/index.ts'
import {
  assignGroups,
  findGroupsOfPhrases,
  insertGroup,
  listGroups,
  listPendingQuestions,
  lockGrouping,
  noGroup,
  type UngroupedQuestion,
} from '../queries/groups.ts'
import {
  encodeVector,
  extractQuestionWords,
  findNearestGroup,
  type GroupFeatures,
  type QuestionFeatures,
  toInt8Array,
} from './similarity.ts'

export type GroupingDeps = { db: Db; world: World; embedder: Embedder | undefined }

const batchSize = 200
const maxGroups = 5000

/** Groups the waiting questions of an agent, in batches. Returns whether none is left. */
export async function groupQuestions(agent: AgentKey, deps: GroupingDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const pending = await listPendingQuestions(deps.db, agent, batchSize)
    if (pending.length === 0) return
    const features = await readFeatures(agent, pending, deps)
    await inTransaction(deps.db, (tx) => assignBatch(tx, agent, { features, world: deps.world }))
    if (pending.length < batchSize) return
  }
}

/** By wording: people ask many questions word for word, and none of those is embedded twice. */
async function readFeatures(
  agent: AgentKey,
  pending: readonly UngroupedQuestion[],
  { db, embedder }: GroupingDeps,
): Promise<Map<string, QuestionFeatures>> {
  const texts = new Map(pending.map(({ phraseHash, text }) => [phraseHash, text]))
  const known = await findGroupsOfPhrases(db, agent, [...texts.keys()])
  const fresh = [...texts].filter(([phraseHash]) => !known.has(phraseHash))
  const vectors = await embedder?.embed(
    fresh.map(([, text]) => text),
    { background: true },
  )
  const encoded = new Map(fresh.map(([phraseHash], at) => [phraseHash, vectors && encodeVector(vectors[at]!)]))
  return new Map(
    [...texts].map(([phraseHash, text]) => {
      const bytes = encoded.get(phraseHash)
      return [phraseHash, { words: extractQuestionWords(text), ...(bytes && { vector: toInt8Array(bytes) }) }]
    }),
  )
}

type Batch = { features: ReadonlyMap<string, QuestionFeatures>; world: World }

/** Under a lock: what another process grouped meanwhile is not grouped again. */
async function assignBatch(tx: Db, agent: AgentKey, { features, world }: Batch): Promise<void> {
  await lockGrouping(tx, agent)
  const waiting = await listPendingQuestions(tx, agent, batchSize)
  const pending = waiting.filter(({ phraseHash }) => features.has(phraseHash))
  const groupOfPhrase = await findGroupsOfPhrases(tx, agent, [...new Set(pending.map((one) => one.phraseHash))])
  const isComplete = pending.every(({ phraseHash }) => groupOfPhrase.has(phraseHash))
  const groups: GroupFeatures[] = isComplete ? [] : await readGroups(tx, agent)
  for (const { phraseHash } of pending) {
    if (groupOfPhrase.has(phraseHash)) continue
    const question = features.get(phraseHash) as QuestionFeatures
    const groupKey = findNearestGroup(question, groups) ?? (await foundGroup(tx, agent, { question, groups, world }))
    groupOfPhrase.set(phraseHash, groupKey)
  }
  const assigned = pending.map(({ questionKey, phraseHash }) => ({
    questionKey,
    groupKey: groupOfPhrase.get(phraseHash) as number,
  }))
  await assignGroups(tx, agent, assigned)
}

async function readGroups(tx: Db, agent: AgentKey): Promise<GroupFeatures[]> {
  const rows = await listGroups(tx, agent)
  return rows.map(({ groupKey, words, vector }) => ({
    groupKey,
    words,
    ...(vector && { vector: toInt8Array(vector) }),
  }))
}

type Founding = { question: QuestionFeatures; groups: GroupFeatures[]; world: World }

async function foundGroup(tx: Db, agent: AgentKey, { question, groups, world }: Founding): Promise<number> {
  if (groups.length >= maxGroups) return noGroup
  const { words, vector } = question
  const bytes = vector && new Uint8Array(vector.buffer, vector.byteOffset, vector.length)
  const group = { id: world.newId('qst'), words, ...(bytes && { vector: bytes }), now: world.now() }
  const groupKey = (await insertGroup(tx, agent, group)) ?? noGroup
  if (groupKey !== noGroup) groups.push({ groupKey, ...question })
  return groupKey
}

import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Embedder } from '../../knowledge/index.ts'
import {
  assignGroups,
  findGroupsOfPhrases,
  insertGroups,
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
  const fresh = new Set(pending.flatMap(({ phraseHash }) => (groupOfPhrase.has(phraseHash) ? [] : phraseHash)))
  if (fresh.size > 0) {
    const groups = await readGroups(tx, agent)
    const { founded, chosen } = chooseGroups(fresh, { features, groups })
    const keys = await insertFounded(tx, agent, { founded, world })
    for (const [phraseHash, group] of chosen) groupOfPhrase.set(phraseHash, keys.get(group) ?? group.groupKey)
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

type KnownFeatures = { features: ReadonlyMap<string, QuestionFeatures>; groups: readonly GroupFeatures[] }
type ChosenGroups = { founded: GroupFeatures[]; chosen: Map<string, GroupFeatures> }

/** The nearest group of each wording, or one that it founds; later wordings may join that one. */
function chooseGroups(phraseHashes: Iterable<string>, { features, groups: known }: KnownFeatures): ChosenGroups {
  const groups = [...known]
  const founded: GroupFeatures[] = []
  const chosen = new Map<string, GroupFeatures>()
  for (const phraseHash of phraseHashes) {
    const question = features.get(phraseHash) as QuestionFeatures
    const nearest = findNearestGroup(question, groups)
    const group = nearest ?? { ...question, groupKey: noGroup }
    chosen.set(phraseHash, group)
    if (nearest || groups.length >= maxGroups) continue
    founded.push(group)
    groups.push(group)
  }
  return { founded, chosen }
}

type Founding = { founded: readonly GroupFeatures[]; world: World }

/** Returns the keys of the inserted groups: none when the agent is gone. */
async function insertFounded(
  tx: Db,
  agent: AgentKey,
  { founded, world }: Founding,
): Promise<Map<GroupFeatures, number>> {
  if (founded.length === 0) return new Map()
  const named = new Map(founded.map((group) => [world.newId('qst'), group]))
  const groups = [...named].map(([id, { words, vector }]) => {
    const bytes = vector && new Uint8Array(vector.buffer, vector.byteOffset, vector.length)
    return { id, words, ...(bytes && { vector: bytes }) }
  })
  const keys = await insertGroups(tx, agent, { groups, now: world.now() })
  return new Map([...keys].map(([id, groupKey]) => [named.get(id) as GroupFeatures, groupKey]))
}

import { LruCache } from '@parley/findings'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type EntryRef, listVectors, readVectors, readVectorsVersion, type StoredVector } from '../queries/vectors.ts'
import type { Embedder } from './embedder.ts'
import { computeNearestSimilarity } from './vector.ts'

type VectorMap = Map<string, StoredVector>
type CachedVectors = { version: number; known: VectorMap; bytes: number }
type PendingRead = { version: number; known: Promise<VectorMap> }

const defaultBytes = 96 * 1024 * 1024
/** Vectors per database response, about 8 MB. */
const batch = 1000

/** LRU cache of vectors by agent, limited in bytes. A new version re-reads only the vectors that changed. */
export function createVectorCache(mostBytes = defaultBytes) {
  const agents = new Map<number, CachedVectors>()
  const underWay = new Map<number, PendingRead>()

  function remember(agent: AgentKey, remembered: CachedVectors): void {
    agents.delete(agent.key)
    agents.set(agent.key, remembered)
    let bytes = agents.values().reduce((sum, one) => sum + one.bytes, 0)
    for (const [key, oldest] of agents) {
      if (bytes <= mostBytes) break
      agents.delete(key)
      bytes -= oldest.bytes
    }
  }

  /** Concurrent requests for the same version share one read. */
  function read(db: Db, agent: AgentKey, version: number): Promise<VectorMap> {
    const old = agents.get(agent.key)
    if (old?.version === version) return Promise.resolve(old.known)
    const going = underWay.get(agent.key)
    if (going?.version === version) return going.known
    const reading = { version, known: readVectorMap(db, agent, old?.known ?? new Map()) }
    underWay.set(agent.key, reading)
    const end = () => {
      if (underWay.get(agent.key) === reading) underWay.delete(agent.key)
    }
    reading.known.then(end, end)
    return reading.known
  }

  return {
    async vectorsOf(db: Db, agent: AgentKey): Promise<Iterable<StoredVector>> {
      const version = await readVectorsVersion(db, agent)
      if (version === 0) return []
      const known = await read(db, agent, version)
      remember(agent, { version, known, bytes: bytesOf(known) })
      return known.values()
    },
  }
}

async function readVectorMap(db: Db, agent: AgentKey, old: VectorMap): Promise<VectorMap> {
  const known: VectorMap = new Map()
  const names = await listVectors(db, agent)
  const missing = names.filter((name) => {
    const same = old.get(keyOf(name))
    if (same?.hash !== name.hash) return true
    known.set(keyOf(name), same)
    return false
  })
  for (let from = 0; from < missing.length; from += batch) {
    const read = await readVectors(db, agent, missing.slice(from, from + batch))
    for (const vector of read) known.set(keyOf(vector), vector)
  }
  return known
}

const keyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`

function bytesOf(known: VectorMap): number {
  return known.values().reduce((sum, { vector }) => sum + vector.byteLength + 200, 0)
}

/** An entry similar in meaning to the question, and the score for that similarity alone. */
export type SimilarEntry = EntryRef & { score: number }
export type FindSimilar = (db: Db, agent: AgentKey, question: string) => Promise<SimilarEntry[]>

/** Unrelated entries score below this, and so do some related ones. */
const minSimilarity = 0.38
/** An entry this far behind the best match is noise compared to it. */
const maxSimilarityGap = 0.15
const maxResults = 20
/** People ask the same questions over and over. */
const maxCachedQuestions = 1000

/** Finds entries by meaning. Calls the model only for agents that have vectors. */
export function createSimilaritySearch(embedder: Embedder): FindSimilar {
  const { vectorsOf } = createVectorCache()
  const questions = new LruCache<string, Float32Array>(maxCachedQuestions)

  async function vectorOf(question: string): Promise<Float32Array | undefined> {
    const known = questions.get(question)
    if (known) return known
    const [vector] = (await embedder.embed([question])) ?? []
    if (vector) questions.set(question, vector)
    return vector
  }

  return async (db, agent, question) => {
    const vectors = [...(await vectorsOf(db, agent))]
    if (vectors.length === 0) return []
    const queryVector = await vectorOf(question)
    if (!queryVector || queryVector.length === 0) return []
    return selectNearest(
      vectors.map(({ vector, ...name }) => ({ ...name, likeness: computeNearestSimilarity(vector, queryVector) })),
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

/** Maps similarity to the scale of the word search, where only an exact match of the question scores 1. */
function scoreOf(likeness: number): number {
  return Math.round(Math.min(0.98, 0.25 + 1.25 * (likeness - minSimilarity)) * 10_000) / 10_000
}

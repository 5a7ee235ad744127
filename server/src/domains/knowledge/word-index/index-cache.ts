import { setImmediate as nextTurn } from 'node:timers/promises'
import { LruCache } from '@parley/findings'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { listIndexableEntries, listVocabulary, readIndexState } from '../queries/word-index.ts'
import type { LexemeCache } from './lexeme-cache.ts'
import { createIndexBuilder, type WordIndex } from './word-index.ts'

export type IndexLimits = {
  /** Agents with more entries or larger texts are searched in PostgreSQL. */
  maxEntries: number
  maxBytesOfAgent: number
  /** The least recently used indexes beyond this are dropped. */
  maxBytes: number
}
const megabyte = 1024 * 1024
const defaultLimits = { maxEntries: 20_000, maxBytesOfAgent: 96 * megabyte, maxBytes: 192 * megabyte }

/** A search in PostgreSQL costs as much as indexing about this many entries. */
const entriesPerSearch = 100
const entriesPerRead = 200
/** Other work of the process waits no longer than this for a step. */
const sliceMilliseconds = 10

/** The state of an agent at a version: its index, or that it has too many entries for one. */
type AgentIndex = { version: number; index?: WordIndex }
type BuildState = { version: number; searches: number; building?: Promise<void> }

export type IndexCacheOptions = {
  db: Db
  log?: { warn(about: object, message: string): void }
  limits?: IndexLimits
  /** Knows the words of the indexed agents before their first search. */
  lexemes?: Pick<LexemeCache, 'warm'>
}

export type IndexCache = {
  /** The index if it is as new as the version that was read with the agent. A miss may start building it. */
  find(agent: AgentKey): WordIndex | undefined
  /** Ends when no build is running or waiting. */
  whenIdle(): Promise<void>
  close(): Promise<void>
}

/**
 * Indexes of agents by version, built in the background. Building begins once the searches that missed the index have
 * cost as much as building it, so that a process does not keep indexing an agent whose knowledge keeps changing.
 */
export function createIndexCache({ db, log, lexemes, limits = defaultLimits }: IndexCacheOptions): IndexCache {
  const known = new LruCache<number, AgentIndex>(limits.maxBytes, ({ index }) => 256 + (index?.bytes ?? 0))
  const builds = new LruCache<number, BuildState>(10_000)
  let queue = Promise.resolve()
  let isClosed = false

  /** One agent at a time, so that building never takes more than its share of the process. */
  function build(agent: AgentKey): Promise<void> {
    const built = queue.then(async () => {
      const read = isClosed ? undefined : await buildIndex(db, agent, { ...limits, lexemes })
      if (read) known.set(agent.key, read)
    })
    // The next search tries again.
    queue = built.catch((err) => {
      if (!isClosed) log?.warn({ err }, 'knowledge could not be indexed in memory; PostgreSQL searches it')
    })
    return queue
  }

  function countSearch(agent: AgentKey, version: number): void {
    const old = builds.get(agent.key)
    if (old?.building) return
    const state: BuildState = old?.version === version ? old : { version, searches: 0 }
    builds.set(agent.key, state)
    const size = known.get(agent.key)?.index?.entries.length ?? 0
    if (++state.searches * entriesPerSearch < size) return
    state.building = build(agent).finally(() => builds.delete(agent.key))
  }

  return {
    find(agent) {
      if (agent.version === undefined) return undefined
      const found = known.get(agent.key)
      if (found && found.version >= agent.version) return found.index
      if (!isClosed) countSearch(agent, agent.version)
      return undefined
    },
    whenIdle: async () => queue,
    async close() {
      isClosed = true
      await queue
    },
  }
}

type BuildOptions = IndexLimits & Pick<IndexCacheOptions, 'lexemes'>

/** Returns undefined if the agent changed meanwhile: its next search tries again. */
async function buildIndex(db: Db, agent: AgentKey, limits: BuildOptions): Promise<AgentIndex | undefined> {
  const state = await readIndexState(db, agent, limits.maxEntries)
  if (!state) return undefined
  const { version } = state
  if (state.entries > limits.maxEntries) return { version }
  const index = await readIndex(db, agent, version, limits)
  const later = await readIndexState(db, agent, 0)
  return later?.version === version ? { version, index } : undefined
}

async function readIndex(
  db: Db,
  agent: AgentKey,
  version: number,
  { maxBytesOfAgent, lexemes }: BuildOptions,
): Promise<WordIndex | undefined> {
  const builder = createIndexBuilder()
  const pause = createPause()
  let after = { kind: '', id: '' }
  for (;;) {
    const entries = await listIndexableEntries(db, agent, { after, limit: entriesPerRead })
    for (const entry of entries) {
      builder.addEntry(entry)
      await pause()
    }
    const last = entries.at(-1)
    if (builder.bytes() > maxBytesOfAgent) return undefined
    if (!last || entries.length < entriesPerRead) break
    after = last
  }
  for (const { firstLetter, words } of await listVocabulary(db, agent)) {
    builder.addWords(firstLetter, words.split(' '))
    await lexemes?.warm(db, words.split(' '))
    await pause()
  }
  const steps = builder.finish(version)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value.bytes > maxBytesOfAgent ? undefined : step.value
    await pause()
  }
}

/** Yields to other work whenever a slice of time has passed. */
function createPause(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < sliceMilliseconds) return undefined
    return nextTurn().then(() => {
      since = performance.now()
    })
  }
}

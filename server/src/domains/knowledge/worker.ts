import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import {
  cancelWork,
  continueAt,
  defineWork,
  failPermanently,
  finish,
  newWorkColumns,
  nudge,
  retry,
} from '../../platform/work/index.ts'
import type { World } from '../../platform/world.ts'
import type { Embedder } from './embeddings/embedder.ts'
import { refreshVectors } from './embeddings/refresh.ts'
import { SourceUnavailableError, UnreadableSourceError } from './errors.ts'
import { replacePassages } from './queries/entries.ts'
import { markSourceFailed, readSourceWithBytes } from './queries/sources.ts'
import { markEmbeddingsDue } from './queries/vectors.ts'
import { readSource } from './read-source.ts'

const work = { kind: 'knowledge.sources', table: 'knowledge_sources', key: ['agent_key', 'id'] } as const
const embeddingJob = { kind: 'knowledge.meanings', table: 'knowledge_meanings', key: ['agent_key'] } as const

export type SourceWorkDeps = { db: Db; world: World; fetch: typeof fetch }

/** Reads sources that were added or are to be read again. A failure leaves the passages of the reading before. */
export function sourceWork({ db, world, fetch }: SourceWorkDeps) {
  return defineWork({
    ...work,
    // Fetching takes 30 s at the most and reading 20 s; the rest is waiting for a turn to read.
    timeoutSeconds: 180,
    concurrency: 8,
    // Whoever added it is waiting: a source that cannot be reached is told within half a minute.
    retry: { waitsSeconds: [2, 8] },
    async perform(row, { signal }) {
      const agent = agentOf(row)
      const source = await readSourceWithBytes(db, agent, row.id)
      if (!source) return finish()
      try {
        const entries = await readSource(source, { fetch, signal })
        const now = world.now()
        return finish({
          set: { status: 'ready', passage_count: entries.length, refreshed_at: now, updated_at: now },
          async write(tx) {
            if (await replacePassages(tx, agent, row.id, entries)) await enqueueEmbeddings(tx, agent)
          },
        })
      } catch (error) {
        if (error instanceof UnreadableSourceError) return failPermanently(error)
        // What was not foreseen is for the log, not for whoever added the source.
        return retry(
          error instanceof SourceUnavailableError
            ? error
            : new Error('It could not be read just now', { cause: error }),
        )
      }
    },
    giveUp: (tx, row) => markSourceFailed(tx, agentOf(row), row.id, world.now()),
  })
}

export type EmbeddingWorkDeps = { db: Db; world: World; meanings: Embedder }

/** Makes the vectors of entries that are new or have changed, agent by agent and some at a time. */
export function embeddingWork({ db, world, meanings }: EmbeddingWorkDeps) {
  return defineWork({
    ...embeddingJob,
    // Others' texts wait behind one agent's in the one thread that there is: several at a time would gain nothing.
    concurrency: 1,
    timeoutSeconds: 300,
    // Until the model can be had again; meanwhile search goes by words.
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 30, mostSeconds: 3600 },
    async perform(row, { signal }) {
      const isFresh = await refreshVectors(db, agentOf(row), { embedder: meanings, signal })
      return isFresh ? finish() : continueAt(world.now())
    },
  })
}

/** In the transaction that changes entries; who works it, and whether anybody does, is another matter. */
export async function enqueueEmbeddings(tx: Db, agent: AgentKey): Promise<void> {
  await markEmbeddingsDue(tx, agent)
  nudge(tx, embeddingJob.kind)
}

/** Queries take nothing but the key, which is all that a row of work knows of its agent. */
function agentOf(row: { agent_key: number }): AgentKey {
  return { key: row.agent_key } as AgentKey
}

/** The columns of a source that waits to be read, and the word to the workers once it is committed. */
export function enqueueSourceRead(tx: Db, now: Date) {
  nudge(tx, work.kind)
  return newWorkColumns(now)
}

/** Ends a reading that is under way, wherever it runs. */
export async function cancelSourceRead(tx: Db, agent: AgentKey, sourceId: string): Promise<void> {
  await cancelWork(tx, work, { agent_key: agent.key, id: sourceId })
}

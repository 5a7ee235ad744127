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
import { refreshVectors } from './embeddings/vector.ts'
import { replacePassages } from './queries/entries.ts'
import { markSourceFailed, readSourceWithBytes } from './queries/sources.ts'
import { markEmbeddingsDue } from './queries/vectors.ts'
import { readSource } from './read-source.ts'
import { SourceUnavailableError, UnreadableSourceError } from './readers/reader.ts'

const work = { kind: 'knowledge.sources', table: 'knowledge_sources', key: ['agent_key', 'id'] } as const
const embeddingJob = { kind: 'knowledge.embeddings', table: 'knowledge_embedding_states', key: ['agent_key'] } as const

export type SourceWorkDeps = { db: Db; world: World; fetch: typeof fetch }

/** Reads sources that are new or queued for another read. A failed read leaves the previous passages in place. */
export function sourceWork({ db, world, fetch }: SourceWorkDeps) {
  return defineWork({
    ...work,
    // Fetching takes up to 30 s and reading up to 20 s; the rest is time spent waiting for a reader slot.
    timeoutSeconds: 180,
    concurrency: 8,
    // The person who added the source is waiting, so an unreachable source is reported within half a minute.
    retry: { delaysSeconds: [2, 8] },
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
        // Unexpected errors go to the log; the person who added the source sees a generic message.
        return retry(
          error instanceof SourceUnavailableError
            ? error
            : new Error('It could not be read right now', { cause: error }),
        )
      }
    },
    giveUp: (tx, row) => markSourceFailed(tx, agentOf(row), row.id, world.now()),
  })
}

export type EmbeddingWorkDeps = { db: Db; world: World; meanings: Embedder }

/** Embeds new and changed entries, one agent at a time and in small batches. */
export function embeddingWork({ db, world, meanings }: EmbeddingWorkDeps) {
  return defineWork({
    ...embeddingJob,
    // There is only one embedding thread, so working on several agents in parallel would gain nothing.
    concurrency: 1,
    timeoutSeconds: 300,
    // Retries until the model is available again; until then search uses words alone.
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 30, maxSeconds: 3600 },
    async perform(row, { signal }) {
      const isFresh = await refreshVectors(db, agentOf(row), { embedder: meanings, signal })
      return isFresh ? finish() : continueAt(world.now())
    },
  })
}

/** Enqueues in the transaction that changes entries, whether or not a worker for embeddings runs. */
export async function enqueueEmbeddings(tx: Db, agent: AgentKey): Promise<void> {
  await markEmbeddingsDue(tx, agent)
  nudge(tx, embeddingJob.kind)
}

/** Queries use only the key, which is all that a work row has. */
function agentOf(row: { agent_key: number }): AgentKey {
  return { key: row.agent_key } as AgentKey
}

/** Returns the work columns of a source to read, and wakes the workers after the commit. */
export function enqueueSourceRead(tx: Db, now: Date) {
  nudge(tx, work.kind)
  return newWorkColumns(now)
}

/** Cancels a read in progress, on whichever process it runs. */
export async function cancelSourceRead(tx: Db, agent: AgentKey, sourceId: string): Promise<void> {
  await cancelWork(tx, work, { agent_key: agent.key, id: sourceId })
}

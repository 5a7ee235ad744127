import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { cancelWork, defineWork, done, fail, freshWork, nudge, retry } from '../../platform/work/index.ts'
import type { World } from '../../platform/world.ts'
import { replacePassages } from './queries/entries.ts'
import { markFailed, readableSource } from './queries/sources.ts'
import { readSource } from './read-source.ts'
import { NotNow, Unreadable } from './unreadable.ts'

const work = { kind: 'knowledge.sources', table: 'knowledge_sources', key: ['agent_key', 'id'] } as const

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
      const source = await readableSource(db, agent, row.id)
      if (!source) return done()
      try {
        const entries = await readSource(source, { fetch, signal })
        const now = world.now()
        return done({
          set: { status: 'ready', passage_count: entries.length, refreshed_at: now, updated_at: now },
          write: (tx) => replacePassages(tx, agent, row.id, entries),
        })
      } catch (error) {
        if (error instanceof Unreadable) return fail(error)
        // What was not foreseen is for the log, not for whoever added the source.
        return retry(error instanceof NotNow ? error : new Error('It could not be read just now', { cause: error }))
      }
    },
    giveUp: (tx, row) => markFailed(tx, agentOf(row), row.id, world.now()),
  })
}

/** Queries take nothing but the key, which is all that a row of work knows of its agent. */
function agentOf(row: { agent_key: number }): AgentKey {
  return { key: row.agent_key } as AgentKey
}

/** The columns of a source that waits to be read, and the word to the workers once it is committed. */
export function queueReading(tx: Db, now: Date) {
  nudge(tx, work.kind)
  return freshWork(now)
}

/** Ends a reading that is under way, wherever it runs. */
export async function stopReading(tx: Db, agent: AgentKey, sourceId: string): Promise<void> {
  await cancelWork(tx, work, { agent_key: agent.key, id: sourceId })
}

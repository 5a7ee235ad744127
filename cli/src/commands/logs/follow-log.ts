import { ParleyUnreachable, type Schema } from '@parley/sdk'
import type { Io } from '../../io.ts'

export type LogEntry = Schema<'AgentLogEntry'>
type LogPage = { data: LogEntry[]; nextPageToken?: string }
type ReadLog = (page: { start?: string; limit: number; pageToken?: string }) => Promise<LogPage>
type FollowOptions = {
  read: ReadLog
  /** How many entries to begin with. */
  first: number
  io: Pick<Io, 'sleep' | 'interrupted'>
  onLost(): void
}

const pollMilliseconds = 2_000
const pageSize = 200
/** Entries are written in batches, so that one may appear after a newer one. */
const overlapMilliseconds = 15_000

/** Yields new entries, oldest first, until the interruption. */
export async function* followLog({ read, first, io, onLost }: FollowOptions): AsyncGenerator<LogEntry[], void> {
  const seen = new Map<string, string>()
  let newest: string | undefined
  // What came before the first entries is history, even where the overlap includes it.
  let beginning = ''
  let isLost = false
  while (!io.interrupted.aborted) {
    const page = newest === undefined ? read({ limit: first }) : readSince(read, newest)
    const entries = await page.then(({ data }) => data, rethrowUnlessUnreachable)
    if (!entries && !isLost) onLost()
    isLost = !entries
    if (newest === undefined) beginning = entries?.at(-1)?.timestamp ?? ''
    const isFresh = (entry: LogEntry) => entry.timestamp >= beginning && !seen.has(JSON.stringify(entry))
    const fresh = (entries ?? []).filter(isFresh).reverse()
    for (const entry of fresh) seen.set(JSON.stringify(entry), entry.timestamp)
    newest = [newest ?? '', ...fresh.map(({ timestamp }) => timestamp)].sort().at(-1) || undefined
    if (newest !== undefined) forgetBefore(seen, overlapStart(newest))
    if (fresh.length > 0) yield fresh
    await io.sleep(pollMilliseconds, io.interrupted)
  }
}

/** All pages from shortly before the newest known entry. */
async function readSince(read: ReadLog, newest: string): Promise<{ data: LogEntry[] }> {
  const data: LogEntry[] = []
  let pageToken: string | undefined
  do {
    const page = await read({
      start: overlapStart(newest),
      limit: pageSize,
      ...(pageToken !== undefined && { pageToken }),
    })
    data.push(...page.data)
    pageToken = page.nextPageToken
  } while (pageToken !== undefined)
  return { data }
}

const overlapStart = (newest: string): string => new Date(Date.parse(newest) - overlapMilliseconds).toISOString()

function forgetBefore(seen: Map<string, string>, start: string): void {
  for (const [entry, timestamp] of seen) if (timestamp < start) seen.delete(entry)
}

function rethrowUnlessUnreachable(error: unknown): undefined {
  if (!(error instanceof ParleyUnreachable)) throw error
}

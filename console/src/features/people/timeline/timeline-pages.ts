/** Merges several paginated lists, each newest first, into one. */

export type DatedEntry = { at: string; id: string }
export type EntryPage<Entry> = { entries: Entry[]; next?: string }
export type PageReader<Entry> = (token: string | undefined) => Promise<EntryPage<Entry>>

type StreamCursor<Entry> = { buffered: Entry[]; token?: string; over: boolean }
/** Position in each list, with entries that were read but not shown yet. */
export type MergeCursor<Entry> = Record<string, StreamCursor<Entry>>
export type MergedPage<Entry> = { entries: Entry[]; cursor: MergeCursor<Entry>; over: boolean }

/** Returns the next entries across all lists, and reads each list only as far as the order requires. */
export async function mergeNextPage<Entry extends DatedEntry>(
  readers: Record<string, PageReader<Entry>>,
  before: MergeCursor<Entry> | undefined,
  size: number,
): Promise<MergedPage<Entry>> {
  const cursor: MergeCursor<Entry> = Object.fromEntries(
    Object.keys(readers).map((name) => {
      const known = before?.[name]
      return [name, known ? { ...known, buffered: [...known.buffered] } : { buffered: [], over: false }]
    }),
  )
  const entries: Entry[] = []
  while (entries.length < size) {
    await refill(readers, cursor)
    const newest = takeNewest(cursor)
    if (!newest) break
    entries.push(newest)
  }
  await refill(readers, cursor)
  return { entries, cursor, over: Object.values(cursor).every(({ buffered, over }) => over && buffered.length === 0) }
}

/** A list whose next entry is unknown might have the newest of all, so it is read first. */
async function refill<Entry>(readers: Record<string, PageReader<Entry>>, cursor: MergeCursor<Entry>): Promise<void> {
  const empty = Object.entries(cursor).filter(([, { buffered, over }]) => buffered.length === 0 && !over)
  if (empty.length === 0) return
  await Promise.all(
    empty.map(async ([name, stream]) => {
      const { entries, next } = await (readers[name] as PageReader<Entry>)(stream.token)
      stream.buffered = entries
      stream.token = next
      stream.over = next === undefined
    }),
  )
  await refill(readers, cursor)
}

function takeNewest<Entry extends DatedEntry>(cursor: MergeCursor<Entry>): Entry | undefined {
  const first = Object.values(cursor)
    .filter(({ buffered }) => buffered.length > 0)
    .toSorted((one, other) => Date.parse(other.buffered[0]?.at ?? '') - Date.parse(one.buffered[0]?.at ?? ''))[0]
  return first?.buffered.shift()
}

type DatedSend = { sendId: string; queuedAt: string }
type ReadSends<Send> = (query: { limit: number; until?: string }) => Promise<Send[]>

const sendPageSize = 200

/**
 * The list of sends has no page tokens: the next page starts at the time of the last row and skips the rows already
 * known.
 */
export async function readSendPage<Send extends DatedSend>(
  read: ReadSends<Send>,
  token: string | undefined,
): Promise<{ sends: Send[]; next?: string }> {
  const [until, ...known] = token?.split(' ') ?? []
  const page = await read({ limit: sendPageSize, ...(until && { until }) })
  const sends = page.filter(({ sendId }) => !known.includes(sendId))
  const last = page.at(-1)?.queuedAt
  if (page.length < sendPageSize || last === undefined || sends.length === 0) return { sends }
  const ofThatTime = page.filter(({ queuedAt }) => queuedAt === last).map(({ sendId }) => sendId)
  const before = last === until ? known : []
  return { sends, next: [last, ...new Set([...before, ...ofThatTime])].join(' ') }
}

export async function readAllSends<Send extends DatedSend>(read: ReadSends<Send>): Promise<Send[]> {
  const all: Send[] = []
  let token: string | undefined
  do {
    const { sends, next } = await readSendPage(read, token)
    all.push(...sends)
    token = next
  } while (token !== undefined)
  return all
}

/** Several lists, each newest first and read page by page, as one. */

export type Dated = { at: string; id: string }
export type PageRead<Entry> = { entries: Entry[]; next?: string }
export type Reader<Entry> = (token: string | undefined) => Promise<PageRead<Entry>>

type Stream<Entry> = { held: Entry[]; token?: string; over: boolean }
/** How far each list has come; what was read and not shown yet is held. */
export type Standing<Entry> = Record<string, Stream<Entry>>
export type Joined<Entry> = { entries: Entry[]; standing: Standing<Entry>; over: boolean }

/** The next entries of all lists together; each list is only read as far as the order asks for. */
export async function joinNext<Entry extends Dated>(
  readers: Record<string, Reader<Entry>>,
  before: Standing<Entry> | undefined,
  size: number,
): Promise<Joined<Entry>> {
  const standing: Standing<Entry> = Object.fromEntries(
    Object.keys(readers).map((name) => {
      const known = before?.[name]
      return [name, known ? { ...known, held: [...known.held] } : { held: [], over: false }]
    }),
  )
  const entries: Entry[] = []
  while (entries.length < size) {
    await refill(readers, standing)
    const newest = newestOf(standing)
    if (!newest) break
    entries.push(newest)
  }
  await refill(readers, standing)
  return { entries, standing, over: Object.values(standing).every(({ held, over }) => over && held.length === 0) }
}

/** A list whose next entry is not known could have the newest of all. */
async function refill<Entry>(readers: Record<string, Reader<Entry>>, standing: Standing<Entry>): Promise<void> {
  const empty = Object.entries(standing).filter(([, { held, over }]) => held.length === 0 && !over)
  if (empty.length === 0) return
  await Promise.all(
    empty.map(async ([name, stream]) => {
      const { entries, next } = await (readers[name] as Reader<Entry>)(stream.token)
      stream.held = entries
      stream.token = next
      stream.over = next === undefined
    }),
  )
  await refill(readers, standing)
}

function newestOf<Entry extends Dated>(standing: Standing<Entry>): Entry | undefined {
  const first = Object.values(standing)
    .filter(({ held }) => held.length > 0)
    .toSorted((one, other) => Date.parse(other.held[0]?.at ?? '') - Date.parse(one.held[0]?.at ?? ''))[0]
  return first?.held.shift()
}

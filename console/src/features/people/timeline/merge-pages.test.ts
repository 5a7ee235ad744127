import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { type DatedEntry, type MergeCursor, type MergedPage, mergeNextPage, type PageReader } from './timeline-pages.ts'

/** A paged API list: newest first, `size` entries per page, with empty pages in between. */
function paged(times: number[], name: string, size: number): PageReader<DatedEntry> {
  const all = times
    .toSorted((a, b) => b - a)
    .map((time, at) => ({ at: new Date(time).toISOString(), id: `${name}${at}` }))
  return async (token) => {
    const from = Number(token ?? 0)
    const end = from + size
    return { entries: all.slice(from, end), ...(end < all.length && { next: String(end) }) }
  }
}

async function readAll(readers: Record<string, PageReader<DatedEntry>>, size: number): Promise<DatedEntry[]> {
  const entries: DatedEntry[] = []
  let cursor: MergeCursor<DatedEntry> | undefined
  for (;;) {
    const page: MergedPage<DatedEntry> = await mergeNextPage(readers, cursor, size)
    entries.push(...page.entries)
    if (page.over) return entries
    cursor = page.cursor
  }
}

const times = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 30 })

test('the timeline shows every entry of every list once, newest first, whatever the page sizes', async () => {
  const lists = fc.array(fc.tuple(times, fc.integer({ min: 1, max: 7 })), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(lists, fc.integer({ min: 1, max: 12 }), async (values, size) => {
      const readers = Object.fromEntries(values.map(([list, pages], at) => [`l${at}`, paged(list, `l${at}-`, pages)]))
      const read = await readAll(readers, size)
      assert.equal(new Set(read.map(({ id }) => id)).size, values.flatMap(([list]) => list).length)
      assert.equal(read.length, values.flatMap(([list]) => list).length)
      const order = read.map(({ at }) => Date.parse(at))
      assert.deepEqual(
        order,
        order.toSorted((a, b) => b - a),
      )
    }),
  )
})

test('the timeline reads each list only as far as the order requires', async () => {
  let readCount = 0
  const endless: PageReader<DatedEntry> = async () => {
    readCount += 1
    return { entries: [{ at: new Date(-readCount).toISOString(), id: `old${readCount}` }], next: String(readCount) }
  }
  const { entries, over } = await mergeNextPage({ recent: paged([5, 4, 3], 'new', 10), endless }, undefined, 3)
  assert.deepEqual(
    entries.map(({ id }) => id),
    ['new0', 'new1', 'new2'],
  )
  assert.equal(readCount, 1)
  assert.equal(over, false)
})

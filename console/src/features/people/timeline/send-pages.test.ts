import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAllSends } from './timeline-pages.ts'

/** Lists as the API does: newest first, up to and including a time. */
function listed(count: number, ofOneTime: number) {
  const all = Array.from({ length: count }, (_, at) => ({
    sendId: `snd_${at}`,
    queuedAt: new Date(Date.parse('2030-01-31T12:00:00Z') - Math.floor(at / ofOneTime) * 1000).toISOString(),
  }))
  const read = async ({ limit, until }: { limit: number; until?: string }) =>
    all.filter(({ queuedAt }) => !until || queuedAt <= until).slice(0, limit)
  return { all, read }
}

for (const [count, ofOneTime] of [
  [0, 1],
  [199, 1],
  [200, 1],
  [450, 1],
  [650, 7],
  [400, 150],
] as const) {
  test(`${count} sends, ${ofOneTime} with the same timestamp, appear once each`, async () => {
    const { all, read } = listed(count, ofOneTime)
    assert.deepEqual(await readAllSends(read), all)
  })
}

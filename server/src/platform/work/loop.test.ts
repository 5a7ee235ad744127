import assert from 'node:assert/strict'
import { test } from 'node:test'
import { realWorld } from '../world.ts'
import { createLoop, type WorkSource } from './loop.ts'
import { silentLog, waitUntil } from './testing/jobs.ts'

test('the number of recently started runs is limited, and long-running ones block no one', async () => {
  const sizes: number[] = []
  const started: number[] = []
  let left = 7
  const ends = Promise.withResolvers<null>()
  const source: WorkSource<number> = {
    kind: 'test.young',
    slots: 5,
    recentStarts: { max: 2, milliseconds: 20 },
    async claim(most) {
      sizes.push(most)
      return Array.from({ length: Math.min(most, left) }, () => left--)
    },
    nextDue: async () => undefined,
    run(item) {
      started.push(item)
      return ends.promise
    },
  }
  const loop = createLoop(source, { world: realWorld, log: silentLog, pollSeconds: 3600 })
  loop.start()
  await waitUntil(async () => started.length === 5)
  assert.ok(
    sizes.every((most) => most <= 2),
    `asked for ${sizes} at once`,
  )
  assert.equal(left, 2, 'no more than there are places')
  ends.resolve(null)
  await waitUntil(async () => started.length === 7)
  await loop.stop()
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runForEach } from './useBulk.ts'

const people = Array.from({ length: 25 }, (_, at) => at)

test('the action runs once for each person, a few at a time, and a refusal does not stop the others', async () => {
  const seen: number[] = []
  let together = 0
  let most = 0
  const progress: number[] = []
  const end = await runForEach(
    people,
    async (one) => {
      together += 1
      most = Math.max(most, together)
      await Promise.resolve()
      together -= 1
      seen.push(one)
      if (one % 10 === 0) throw new Error(`not ${one}`)
    },
    { tell: ({ done, failed }) => progress.push(done + failed), signal: new AbortController().signal },
  )
  assert.deepEqual(
    seen.toSorted((a, b) => a - b),
    people,
  )
  assert.ok(most > 1 && most <= 4)
  assert.deepEqual(
    progress,
    people.map((at) => at + 1),
  )
  assert.deepEqual([end.done, end.failed, (end.firstError as Error).message], [22, 3, 'not 0'])
})

test('stopping skips the people who have not started', async () => {
  const stop = new AbortController()
  const end = await runForEach(people, async () => undefined, {
    tell: ({ done }) => done >= 5 && stop.abort(),
    signal: stop.signal,
  })
  assert.ok(end.done >= 5 && end.done < people.length)
})

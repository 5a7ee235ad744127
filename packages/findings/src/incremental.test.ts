import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  everyIncrementally,
  filterIncrementally,
  forEachIncrementally,
  type IncrementalTask,
  mapIncrementally,
  runToCompletion,
} from './incremental.ts'

const numbers = Array.from({ length: 1_000 }, (_, n) => n)

function countSteps(steps: IncrementalTask<unknown>): number {
  let count = 1
  while (!steps.next().done) count++
  return count
}

test('a long list takes several steps, a short one takes one', () => {
  assert.equal(countSteps(mapIncrementally(numbers, String)), 4)
  assert.equal(countSteps(mapIncrementally(numbers.slice(0, 250), String)), 1)
  assert.equal(countSteps(everyIncrementally(numbers, () => true)), 4)
})

test('the incremental functions give the same results as the array methods', () => {
  const isEven = (n: number) => n % 2 === 0
  assert.deepEqual(
    runToCompletion(mapIncrementally(numbers, (n, at) => n + at)),
    numbers.map((n, at) => n + at),
  )
  assert.deepEqual(runToCompletion(filterIncrementally(numbers, isEven)), numbers.filter(isEven))
  assert.equal(runToCompletion(everyIncrementally(numbers, isEven)), false)
  assert.equal(runToCompletion(everyIncrementally(numbers, (n, at) => n === at)), true)
  const visited: number[] = []
  runToCompletion(forEachIncrementally(numbers, (n) => visited.push(n)))
  assert.deepEqual(visited, numbers)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachInSteps, everyInSteps, filterInSteps, mapInSteps, runSteps, type Steps } from './steps.ts'

const numbers = Array.from({ length: 1_000 }, (_, n) => n)

function countSteps(steps: Steps<unknown>): number {
  let count = 1
  while (!steps.next().done) count++
  return count
}

test('a long list takes several steps, a short one takes one', () => {
  assert.equal(countSteps(mapInSteps(numbers, String)), 4)
  assert.equal(countSteps(mapInSteps(numbers.slice(0, 250), String)), 1)
  assert.equal(countSteps(everyInSteps(numbers, () => true)), 4)
})

test('steps give the same as the methods of arrays', () => {
  const isEven = (n: number) => n % 2 === 0
  assert.deepEqual(
    runSteps(mapInSteps(numbers, (n, at) => n + at)),
    numbers.map((n, at) => n + at),
  )
  assert.deepEqual(runSteps(filterInSteps(numbers, isEven)), numbers.filter(isEven))
  assert.equal(runSteps(everyInSteps(numbers, isEven)), false)
  assert.equal(runSteps(everyInSteps(numbers, (n, at) => n === at)), true)
  const visited: number[] = []
  runSteps(eachInSteps(numbers, (n) => visited.push(n)))
  assert.deepEqual(visited, numbers)
})

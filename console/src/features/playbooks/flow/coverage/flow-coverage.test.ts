import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentFlow } from '@parley/definition'
import { heatByStep } from './flow-coverage.ts'

const stored: AgentFlow = {
  id: 'main',
  slots: [],
  steps: [{ say: 'One.' }, { say: 'Two.' }, { say: 'Two.' }, { end: { outcome: 'done' } }],
}
const steps = [9, 4, 0, 1].map((times, at) => ({ path: `steps[${at}]`, times }))
const coverage = { id: 'general', steps, covered: 3, of: 4 }
const levels = (edited: AgentFlow) =>
  [...heatByStep(edited, stored, coverage)].map(([at, { times, level }]) => [at, times, level])

test('each step has the number of its visits and a level in relation to the most visited', () => {
  assert.deepEqual(levels(stored), [
    [0, 9, 3],
    [1, 4, 2],
    [2, 0, 0],
    [3, 1, 1],
  ])
})

test('steps that moved keep their visits, and steps that changed have none', () => {
  const [one, two, , end] = stored.steps
  assert.ok(one && two && end)
  const edited = { ...stored, steps: [{ say: 'New.' }, one, two, end] }
  assert.deepEqual(levels(edited), [
    [1, 9, 3],
    [2, 0, 0],
    [3, 1, 1],
  ])
  assert.deepEqual([...heatByStep(stored, undefined, coverage)], [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatClosingLine } from './result.ts'
import { type RunStage, runStages } from './stages.ts'

const stages: RunStage[] = [
  { name: 'types', run: () => 'a.ts:1 is wrong\nb.ts:2 is wrong' },
  { name: 'lint', run: async () => undefined },
  {
    name: 'database',
    run: () => {
      throw new Error('the disk is full')
    },
  },
  { name: 'budgets', run: () => undefined },
]

test('every stage runs, prints one line, and shows its errors below', async () => {
  const output: string[] = []
  const counts = await runStages(stages, (text) => output.push(text))
  assert.deepEqual(counts, { passed: 2, failed: 2, skipped: 0 })
  const text = output.join('\n')
  assert.match(text, /✖ types +\d\.\d s\n {4}a\.ts:1 is wrong\n {4}b\.ts:2 is wrong/)
  assert.match(text, /✖ database +\d\.\d s\n {4}Error: the disk is full/)
  assert.match(text, /✔ lint +\d\.\d s/)
  assert.match(text, /✔ budgets/)
})

test('the closing line mentions skipped tests only if there are any', () => {
  assert.equal(formatClosingLine({ passed: 12, failed: 0, skipped: 0 }), '12 passed, 0 failed')
  assert.equal(formatClosingLine({ passed: 12, failed: 1, skipped: 2 }), '12 passed, 1 failed, 2 skipped')
})

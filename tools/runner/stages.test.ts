import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closingLine } from './result.ts'
import { runStages, type Stage } from './stages.ts'

const stages: Stage[] = [
  { name: 'types', act: () => 'a.ts:1 is wrong\nb.ts:2 is wrong' },
  { name: 'lint', act: async () => undefined },
  {
    name: 'database',
    act: () => {
      throw new Error('the disk is full')
    },
  },
  { name: 'budgets', act: () => undefined },
]

test('every stage runs, says one line, and shows below it what is wrong', async () => {
  const printed: string[] = []
  const tally = await runStages(stages, (text) => printed.push(text))
  assert.deepEqual(tally, { passed: 2, failed: 2, skipped: 0 })
  const text = printed.join('\n')
  assert.match(text, /✖ types +\d\.\d s\n {4}a\.ts:1 is wrong\n {4}b\.ts:2 is wrong/)
  assert.match(text, /✖ database +\d\.\d s\n {4}Error: the disk is full/)
  assert.match(text, /✔ lint +\d\.\d s/)
  assert.match(text, /✔ budgets/)
})

test('the closing line names skipped tests only when there are some', () => {
  assert.equal(closingLine({ passed: 12, failed: 0, skipped: 0 }), '12 passed, 0 failed')
  assert.equal(closingLine({ passed: 12, failed: 1, skipped: 2 }), '12 passed, 1 failed, 2 skipped')
})

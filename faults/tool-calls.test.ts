import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runScenario } from './run.ts'
import { toolCallScenario } from './scenarios/tool-calls.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-faults-'))
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

test('kill -9 of the worker during and after a call of each kind of tool repeats no call', async () => {
  const sizes = { paceMilliseconds: 200, drainSeconds: 120 }
  const { violations, faults } = await runScenario(toolCallScenario, {
    ...sizes,
    seed: 1,
    rounds: 6,
    folder,
    print: () => {},
  })
  assert.deepEqual(violations, [])
  assert.equal(faults, 6)
})

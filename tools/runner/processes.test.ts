// Own process: it stops everything its process has started, for good.
import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTree } from '../testing/test-checkout.ts'
import { RunStoppedError, runProcess, stopAll } from './processes.ts'

test('a missing program is a failure with a sentence', async () => {
  const { code, output } = await runProcess('/nowhere/tsc', [])
  assert.equal(code, 127)
  assert.match(output, /could not be started/)
})

test('stopping ends a program with its child processes, and nothing starts afterwards', async (t) => {
  const root = createTree({})
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const run = runProcess('sh', ['-c', '(sleep 1; touch late) & touch early; wait'], { cwd: root })
  const rejection = assert.rejects(run, RunStoppedError)
  while (!existsSync(join(root, 'early'))) await sleep(20)
  await stopAll()
  await rejection
  await assert.rejects(runProcess('true', []), RunStoppedError)
  await sleep(1200)
  assert.equal(existsSync(join(root, 'late')), false)
})

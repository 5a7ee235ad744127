import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runServerProgramTest } from '../../testing/run-server-program.ts'

test('upgrade runs the program of the server for the database in the folder', async () => {
  const plan = await runServerProgramTest(['upgrade', '--dry-run', '--data', 'x', '--json'])
  assert.deepEqual(plan.call, {
    file: 'server/src/upgrade.ts',
    env: { DATA_DIR: '/srv/x' },
    args: ['--dry-run', '--json'],
  })
  const upgrade = await runServerProgramTest(['upgrade'])
  assert.deepEqual([upgrade.exit, upgrade.call?.env, upgrade.call?.args], [0, {}, []])
})

test('a failed upgrade ends with 3, and an unknown option with 2', async () => {
  const { exit, out } = await runServerProgramTest(['upgrade', '--json'], 1)
  assert.deepEqual([exit, JSON.parse(out)], [3, { exitCode: 3, error: 'The upgrade did not end' }])
  assert.equal((await runServerProgramTest(['upgrade', '--force'])).exit, 2)
})

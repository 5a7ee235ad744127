import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runServerProgramTest } from '../../testing/run-server-program.ts'

test('backup passes its options as arguments to the program, with paths relative to the current folder', async () => {
  const backup = await runServerProgramTest(['backup', '-o', 'b.tar.gz', '--with-keys', '--data', 'x', '--json'])
  const args = ['--out', '/srv/b.tar.gz', '--with-keys', '--json']
  assert.deepEqual(backup.call, { file: 'server/src/backup.ts', env: { DATA_DIR: '/srv/x' }, args })
  const restore = await runServerProgramTest(['restore', 'b.tar.gz', '--dry-run'])
  assert.deepEqual(restore.call, { file: 'server/src/restore.ts', env: {}, args: ['/srv/b.tar.gz', '--dry-run'] })
})

test('a failed backup or restore ends with 3, and a missing argument ends with 2', async () => {
  const { exit, out } = await runServerProgramTest(['backup', '--json'], 1)
  assert.deepEqual([exit, JSON.parse(out)], [3, { exitCode: 3, error: 'No backup was made' }])
  assert.equal((await runServerProgramTest(['restore', 'x'], 1)).exit, 3)
  assert.equal((await runServerProgramTest(['restore'])).exit, 2)
})

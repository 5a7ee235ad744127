import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCliTest } from '../../testing/run-cli.ts'

/** Both run programs of the server, which write their own output. */
async function runBackup(args: string[], code = 0) {
  const calls: { file: string; env: Record<string, string>; args: readonly string[] }[] = []
  const runNodeProgram = async (
    file: string,
    env: Record<string, string>,
    _: boolean,
    args: readonly string[] = [],
  ) => {
    calls.push({ file: file.replace(/^.*\/server\//, 'server/'), env, args })
    return code
  }
  return { ...(await runCliTest(args, { workingDirectory: '/srv', runNodeProgram })), call: calls[0] }
}

test('backup passes its options as arguments to the program, with paths relative to the current folder', async () => {
  const backup = await runBackup(['backup', '-o', 'b.tar.gz', '--with-keys', '--data', 'x', '--json'])
  const args = ['--out', '/srv/b.tar.gz', '--with-keys', '--json']
  assert.deepEqual(backup.call, { file: 'server/src/backup.ts', env: { DATA_DIR: '/srv/x' }, args })
  const restore = await runBackup(['restore', 'b.tar.gz', '--dry-run'])
  assert.deepEqual(restore.call, { file: 'server/src/restore.ts', env: {}, args: ['/srv/b.tar.gz', '--dry-run'] })
})

test('a failed backup or restore ends with 3, and a missing argument ends with 2', async () => {
  const { exit, out } = await runBackup(['backup', '--json'], 1)
  assert.deepEqual([exit, JSON.parse(out)], [3, { exitCode: 3, error: 'No backup was made' }])
  assert.equal((await runBackup(['restore', 'x'], 1)).exit, 3)
  assert.equal((await runBackup(['restore'])).exit, 2)
})

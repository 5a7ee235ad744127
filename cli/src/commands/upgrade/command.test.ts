import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCliTest } from '../../testing/run-cli.ts'

async function runUpgrade(args: string[], code = 0) {
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

test('upgrade runs the program of the server for the database in the folder', async () => {
  const plan = await runUpgrade(['upgrade', '--dry-run', '--data', 'x', '--json'])
  assert.deepEqual(plan.call, {
    file: 'server/src/upgrade.ts',
    env: { DATA_DIR: '/srv/x' },
    args: ['--dry-run', '--json'],
  })
  const upgrade = await runUpgrade(['upgrade'])
  assert.deepEqual([upgrade.exit, upgrade.call?.env, upgrade.call?.args], [0, {}, []])
})

test('a failed upgrade ends with 3, and an unknown option with 2', async () => {
  const { exit, out } = await runUpgrade(['upgrade', '--json'], 1)
  assert.deepEqual([exit, JSON.parse(out)], [3, { exitCode: 3, error: 'The upgrade did not end' }])
  assert.equal((await runUpgrade(['upgrade', '--force'])).exit, 2)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import manifest from '../package.json' with { type: 'json' }
import { runCliTest } from './testing/run-cli.ts'

test('help lists the commands and explains each with examples', async () => {
  const all = await runCliTest(['help'])
  assert.equal(all.exit, 0)
  assert.match(all.out, /^ {2}test {2}/m)
  for (const args of [
    ['help', 'test'],
    ['test', '--help'],
    ['test', '-h', '--suite'],
  ]) {
    const one = await runCliTest(args)
    assert.equal(one.exit, 0)
    assert.match(one.out, /Examples\n {2}parley test\n/)
  }
})

test('nested commands have help of their own, under either name', async () => {
  for (const args of [
    ['help', 'agents', 'import'],
    ['agents', 'import', '--help'],
    ['agent', 'import', 'desk.yaml', '-h'],
  ]) {
    const { exit, out } = await runCliTest(args)
    assert.equal(exit, 0)
    assert.match(out, /^parley agents import: .*\n[\s\S]*Usage: parley agents import FILE \[options\]\n/)
  }
  const group = await runCliTest(['help', 'agents'])
  assert.match(group.out, /Usage: parley agents <command>[\s\S]*\n {2}export {2}/)
  assert.match((await runCliTest(['help', 'sign-in'])).out, /^parley login: /)
})

test('a misspelled command gets a suggestion, and an option before a command gets its correct position', async () => {
  assert.match((await runCliTest(['agnets'])).err, /unknown command agnets\. Did you mean `parley agents`\?/)
  assert.match((await runCliTest(['--json', 'whoami'])).err, /options go after the command/)
})

test('with --json errors are also machine-readable', async () => {
  const { exit, out, err } = await runCliTest(['whoami', '--json'])
  assert.equal(exit, 2)
  assert.deepEqual([JSON.parse(out).exitCode, /There is no API key/.test(JSON.parse(out).error)], [2, true])
  assert.match(err, /^parley: There is no API key/)
})

test('a missing or unknown command prints the list of commands and ends with 2', async () => {
  for (const args of [[], ['tset'], ['help', 'tset']]) {
    const { exit, out, err } = await runCliTest(args)
    assert.equal(exit, 2)
    assert.equal(out, '')
    assert.match(err, /Usage: parley <command>/)
  }
})

test('--version prints the version', async () => {
  assert.deepEqual(await runCliTest(['--version']), { exit: 0, out: `${manifest.version}\n`, err: '' })
})

test('a key in the wrong argument is not printed', async () => {
  for (const args of [['test', 'sk-svc-secret'], ['test', '--keysk-svc-secret'], ['sk-svc-secret']]) {
    const { exit, err } = await runCliTest(args)
    assert.equal(exit, 2)
    assert.doesNotMatch(err, /secret/)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import manifest from '../package.json' with { type: 'json' }
import { called } from './testing/io.ts'

test('help lists the commands, and teaches each with examples', async () => {
  const all = await called(['help'])
  assert.equal(all.exit, 0)
  assert.match(all.out, /^ {2}test {2}/m)
  for (const args of [
    ['help', 'test'],
    ['test', '--help'],
    ['test', '-h', '--suite'],
  ]) {
    const one = await called(args)
    assert.equal(one.exit, 0)
    assert.match(one.out, /Examples\n {2}parley test\n/)
  }
})

test('no command, or one that there is not, is answered with the list and 2', async () => {
  for (const args of [[], ['tset'], ['help', 'tset']]) {
    const { exit, out, err } = await called(args)
    assert.equal(exit, 2)
    assert.equal(out, '')
    assert.match(err, /Usage: parley <command>/)
  }
})

test('--version says which one this is', async () => {
  assert.deepEqual(await called(['--version']), { exit: 0, out: `${manifest.version}\n`, err: '' })
})

test('a key that was put in the wrong place is not printed', async () => {
  for (const args of [['test', 'sk-svc-secret'], ['test', '--keysk-svc-secret'], ['sk-svc-secret']]) {
    const { exit, err } = await called(args)
    assert.equal(exit, 2)
    assert.doesNotMatch(err, /secret/)
  }
})

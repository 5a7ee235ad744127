import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { exits } from '../../exit.ts'
import { testOptions } from './arguments.ts'
import { testHelp } from './help.ts'

const guide = readFileSync(new URL('../../../../docs/command-line.md', import.meta.url), 'utf8')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one]) => one).sort()

test('the help and the guide tell of every option, and of no other', () => {
  const options = Object.keys(testOptions).sort()
  assert.deepEqual(found(testHelp, /^ {2}--([\w-]+)/gm), options)
  assert.deepEqual(found(guide, /^\| `--([\w-]+)` \|/gm), options)
})

test('the help and the guide tell of every exit code, and of no other', () => {
  const codes = Object.values(exits).map(String).sort()
  assert.deepEqual(found(testHelp, /^ {2}(\d+) {2}/gm), codes)
  assert.deepEqual(found(guide, /^\| (\d+) \|/gm), codes)
})

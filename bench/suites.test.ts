import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { benchSuites } from './suites.ts'

test('the guide lists every benchmark, in the same order', () => {
  const guide = readFileSync(new URL('../docs/benchmarks.md', import.meta.url), 'utf8')
  const listed = [...guide.matchAll(/^\| `([a-z-]+)`/gm)].map(([, name]) => name)
  assert.deepEqual(listed, Object.keys(benchSuites))
})

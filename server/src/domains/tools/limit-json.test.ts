import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { limitJson, maxResultBytes } from './limit-json.ts'

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

test('a value that fits is returned as it is', () => {
  for (const value of [null, 0, '', 'x', [], {}, { a: [1, { b: 'c' }] }]) assert.equal(limitJson(value), value)
  assert.equal(limitJson(undefined), null)
})

test('a long text is cut, and the rest of the result is kept', () => {
  const limited = limitJson({ head: 'first', big: 'x'.repeat(60_000), tail: 'last' }) as Record<string, string>
  assert.deepEqual([limited.head, limited.big?.at(-1)], ['first', '…'])
  assert.ok(bytesOf(limited) > maxResultBytes * 0.8 && bytesOf(limited) <= maxResultBytes)
})

test('a long list keeps its first entries', () => {
  const list = Array.from({ length: 5000 }, (_, id) => ({ id }))
  const limited = limitJson(list) as { id: number }[]
  assert.ok(limited.length > 500)
  assert.deepEqual(limited, list.slice(0, limited.length))
})

test('nesting does not exhaust the stack', () => {
  let deep: unknown = 'core'
  for (let level = 0; level < 1000; level++) deep = { deep }
  assert.ok(bytesOf(limitJson(deep)) < 1000)
})

test('what is deeper than 50 levels is left out, also at the depth of a megabyte', () => {
  const deepest = JSON.parse(`${'['.repeat(500_000)}${']'.repeat(500_000)}`)
  const limited = limitJson({ kept: 1, deepest }) as { kept: number; deepest: unknown }
  assert.equal(limited.kept, 1)
  assert.equal(JSON.stringify(limited.deepest), `${'['.repeat(49)}${']'.repeat(49)}`)
})

test('whatever the value, the result is JSON within the limit, and unchanged if it fits', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 8, max: 400 }), (value, limit) => {
      const limited = limitJson(value, limit)
      assert.ok(bytesOf(limited) <= limit, `${bytesOf(limited)} > ${limit}`)
      if (bytesOf(value) <= limit) assert.deepEqual(limited, value)
    }),
  )
})

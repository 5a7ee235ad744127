import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LruCache } from './lru-cache.ts'

test('the cache keeps the most recently used value and evicts the least recently used one', () => {
  const cache = new LruCache<string, number>(2)
  cache.set('a', 1)
  cache.set('b', 2)
  assert.equal(cache.get('a'), 1)
  cache.set('c', 3)
  assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [1, undefined, 3])
})

test('heavy values leave room for fewer entries, and a single value over the limit is still cached', () => {
  const cache = new LruCache<string, number>(10, (value) => value)
  for (const [key, value] of [['a', 4], ['b', 5], ['c', 6]] as const) cache.set(key, value) // biome-ignore format: one line
  assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [undefined, undefined, 6])
  cache.set('d', 50)
  assert.deepEqual([cache.get('c'), cache.get('d')], [undefined, 50])
})

test('a value that replaces another also replaces its weight', () => {
  const cache = new LruCache<string, number>(10, (value) => value)
  for (let times = 0; times < 20; times++) cache.set('a', 6)
  cache.set('b', 4)
  assert.deepEqual([cache.get('a'), cache.get('b')], [6, 4])
})

test('a deleted entry leaves its room to others, and an absent value is an entry', () => {
  const cache = new LruCache<string, number | undefined>(2)
  cache.set('a', 1)
  cache.set('b', undefined)
  cache.delete('a')
  cache.delete('unknown')
  cache.set('c', 3)
  assert.deepEqual([cache.has('a'), cache.has('b'), cache.has('c')], [false, true, true])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ending } from '../exit.ts'
import { targetOf } from './target.ts'

test('where to may be said short', () => {
  assert.equal(targetOf('--to', '3000'), 'http://localhost:3000/')
  assert.equal(targetOf('--to', '3000/hook'), 'http://localhost:3000/hook')
  assert.equal(targetOf('--to', 'localhost:3000/hook?x=1'), 'http://localhost:3000/hook?x=1')
  assert.equal(targetOf('--to', 'https://dev.example.com'), 'https://dev.example.com/')
  for (const wrong of ['', 'ftp://example.com', 'http://', 'http://me:x@example.com', '99999']) {
    assert.throws(() => targetOf('--to', wrong), Ending, wrong)
  }
})

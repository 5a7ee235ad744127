import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandError } from '../exit.ts'
import { parseProgramUrl } from './call-program.ts'

test('the URL of a program can be abbreviated', () => {
  assert.equal(parseProgramUrl('--to', '3000'), 'http://localhost:3000/')
  assert.equal(parseProgramUrl('--to', '3000/hook'), 'http://localhost:3000/hook')
  assert.equal(parseProgramUrl('--to', 'localhost:3000/hook?x=1'), 'http://localhost:3000/hook?x=1')
  assert.equal(parseProgramUrl('--to', 'https://dev.example.com'), 'https://dev.example.com/')
  for (const wrong of ['', 'ftp://example.com', 'http://', 'http://me:x@example.com', '99999']) {
    assert.throws(() => parseProgramUrl('--to', wrong), CommandError, wrong)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeValue } from './describe-value.ts'

test('texts stay as they are, other values are JSON, and long ones are cut between characters', () => {
  assert.equal(describeValue('Warm & brief.'), 'Warm & brief.')
  assert.equal(describeValue({ text: 'Warm.' }), '{"text":"Warm."}')
  assert.equal(describeValue(`${'x'.repeat(1_999)}😀`), `${'x'.repeat(1_999)}\uFFFD…`)
})

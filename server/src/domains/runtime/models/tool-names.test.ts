import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { createToolNameLookup, toProviderToolName } from './request.ts'

const written: [ours: string, theirs: RegExp][] = [
  ['scheduling.book', /^scheduling__book$/],
  ['check-stock', /^check-stock$/],
  ['check_stock', /^check_stock$/],
  ['check__stock', /^t_check__stock_[\da-f]{16}$/],
  ['stock:check', /^t_stock_check_[\da-f]{16}$/],
  ['.proto.', /^t___proto___[\da-f]{16}$/],
  ['7days', /^t_7days_[\da-f]{16}$/],
]
for (const [ours, theirs] of written) {
  test(`${ours} is written as ${theirs.source}`, () => assert.match(toProviderToolName(ours), theirs))
}

const name = fc.oneof(fc.stringMatching(/^[a-z_.:-]{1,6}$/), fc.stringMatching(/^[a-z0-9.]{60,80}$/), fc.string())

test('every tool name maps to one that all providers accept, and can be mapped back among any others', () => {
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 30 }), (names) => {
      const ours = createToolNameLookup(names)
      for (const one of names) {
        assert.match(toProviderToolName(one), /^[a-z][\w-]{0,63}$/i)
        assert.equal(ours(toProviderToolName(one)), one)
      }
    }),
  )
})

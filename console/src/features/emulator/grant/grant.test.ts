import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseGrant } from './grant.ts'

const cases: [text: string, grant: string | undefined][] = [
  ['https://example.com/emulator#v2.abc-DEF_1.~', 'v2.abc-DEF_1.~'],
  ['#v1.abc', 'v1.abc'],
  ['  v2.abc\n', 'v2.abc'],
  ['v3.abc', undefined],
  ['https://example.com/emulator', undefined],
  ['https://example.com/emulator#v2.a b', undefined],
  ['', undefined],
]

for (const [text, grant] of cases) {
  test(`the grant in ${JSON.stringify(text)} is ${grant ?? 'missing'}`, () => assert.equal(parseGrant(text), grant))
}

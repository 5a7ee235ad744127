import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RuleList } from './rules.ts'
import { read } from './things/testing/read.ts'

const check = (...patterns: unknown[]) => ({ kind: 'pattern', patterns })
const rule = (change: object = {}) => ({ id: 'no-price', text: 'Never name a price.', check: check('$'), ...change })

const cases: [title: string, change: object][] = [
  ['of a plain phrase', { check: check('cheap as chips') }],
  ['of a regular expression', { check: check('/\\$\\s?[0-9]+/i') }],
  ['of twenty patterns of 200', { check: check(...Array(20).fill('x'.repeat(200))) }],
  ['that blocks with a replacement of 500', { onMatch: 'block', replacement: 'x'.repeat(500) }],
  ['that is switched off', { onMatch: 'retry', enabled: false }],
  ['with a text of 300', { text: 'x'.repeat(300) }],
]
for (const [title, change] of cases) {
  test(`a rule ${title} is stored unchanged`, () => {
    assert.deepEqual(read(RuleList, [rule(change)]), { value: [rule(change)], errors: [] })
  })
}

const refused: [title: string, change: object, error: string][] = [
  ['without a text', { text: undefined }, '[0].text is required'],
  ['with a text of 301', { text: 'x'.repeat(301) }, '[0].text must have at most 300 characters'],
  ['without a check', { check: undefined }, '[0].check is required'],
  ['of another kind', { check: { kind: 'model', patterns: ['x'] } }, '[0].check.kind must be "pattern"'],
  ['of no pattern', { check: check() }, '[0].check.patterns must have at least 1 entry'],
  ['of twenty-one patterns', { check: check(...Array(21).fill('x')) }, '[0].check.patterns must have at most 20 entries'],
  ['of a pattern of 201', { check: check('x'.repeat(201)) }, '[0].check.patterns[0] must have at most 200 characters'],
  ['of a pattern that is not a string', { check: check(3) }, '[0].check.patterns[0] must be a string'],
  ['with another consequence', { onMatch: 'warn' }, '[0].onMatch must be one of block, retry'],
  ['with a replacement of 501', { replacement: 'x'.repeat(501) }, '[0].replacement must have at most 500 characters'],
  ['with an id that is not a slug', { id: 'No price' }, '[0].id must be a slug: lower-case letters, digits, hyphens, 1 to 64 characters'],
  ['with an unknown field', { severity: 1 }, '[0].severity is not a known field'],
] // biome-ignore format: one line per case
for (const [title, change, error] of refused) {
  test(`a rule ${title} is refused`, () => {
    assert.deepEqual(read(RuleList, [rule(change)]).errors, [error])
  })
}

for (const pattern of ['/(/', '/a/q', '/(?=a)b/', '/(a)\\1/', '//', '   ', '/a{1000}{1000}/']) {
  test(`the pattern ${pattern} does not compile and is refused at its path`, () => {
    const { errors } = read(RuleList, [rule({ check: check('fine', pattern) })])
    assert.equal(errors.length, 1)
    assert.match(errors[0] ?? '', /^\[0\]\.check\.patterns\[1\] /)
  })
}

test('an agent has at most fifty rules, each with a unique id', () => {
  const many = Array.from({ length: 51 }, (_, at) => rule({ id: `r${at}` }))
  assert.deepEqual(read(RuleList, many).errors, ['body must have at most 50 entries'])
  assert.equal(read(RuleList, many.slice(1)).value?.length, 50)
  assert.deepEqual(read(RuleList, [rule(), rule()]).errors, ['[1].id is used twice'])
})

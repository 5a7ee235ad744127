import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDefinition } from '@parley/definition'
import { fc } from '@parley/test-kit'
import { createCaseLinter } from '../lint/linter.ts'
import { readCase } from '../read/read-case.ts'
import { generateFactCases } from './facts.ts'

/** Generating cases with `source: 'faqs'`. */

const now = new Date('2030-01-31T09:00:00Z')
const hours = {
  id: 'hours',
  question: 'When are you open?',
  answer: 'From nine to five.',
  alternates: ['Opening hours?', 'Hours?'],
}
const wish = { wordingsPerFaq: 2, now }

test('each wording of a Fact becomes a case, the canonical one first', () => {
  const [first, second, ...others] = generateFactCases([hours], wish)
  assert.deepEqual(first, {
    key: 'faq-hours',
    title: 'When are you open?',
    tags: ['faq', 'faq:hours'],
    origin: { kind: 'generated', generatedFrom: 'faq:hours', generatedAt: '2030-01-31T09:00:00.000Z' },
    turns: ['When are you open?'],
    expect: {
      checks: { finalReplyNonEmpty: true },
      judge: {
        criteria: [{ id: 'answers-from-fact', text: 'The agent gives the answer in its Fact: "From nine to five."' }],
      },
    },
  })
  assert.deepEqual([second?.key, second?.turns, others], ['faq-hours-2', ['Opening hours?'], []])
  assert.deepEqual(
    generateFactCases([hours], { wordingsPerFaq: 6, now }).map(({ key }) => key),
    ['faq-hours', 'faq-hours-2', 'faq-hours-3'],
  )
})

test('Facts that the agent does not use are skipped, and no wording is asked twice', () => {
  assert.deepEqual(
    generateFactCases(
      [
        { ...hours, enabled: false },
        { ...hours, confirmed: false },
      ],
      wish,
    ),
    [],
  )
  const twice = { ...hours, alternates: ['when are you open? '] }
  assert.equal(generateFactCases([twice], wish).length, 1)
})

test('a Fact restricted to some playbooks is asked for in one of them', () => {
  const [only] = generateFactCases([{ ...hours, scope: { playbookIds: ['returns', 'general'] } }], {
    wordingsPerFaq: 1,
    now,
  })
  assert.deepEqual(only?.scenario, { start: { resume: { activePlaybook: 'returns' } } })
})

const answers: [answer: string, included: string[] | undefined][] = [
  ['From nine to five.', ['From nine to five.']],
  ['1. Knock\n2. Enter – please', ['1. Knock\n2. Enter – please']],
  ['  Always. ', ['Always.']],
  ['See https://example.com/hours', ['See https://example.com/hours']],
  ['From **nine** to five.', ['From nine to five.']],
  ['Look: [[things: clock]] there.', ['Look:', 'there.']],
  ['We open [[template: hours]] daily.', ['We open', 'daily.']],
  ['[[template: hours]]', undefined],
]
for (const [answer, included] of answers) {
  test(`the exact answer ${JSON.stringify(answer)} is expected as people read it`, () => {
    const [canonical, other] = generateFactCases([{ ...hours, answer, exact: true }], wish)
    assert.deepEqual(canonical?.expect?.checks?.textIncludes, included)
    assert.equal(other?.expect?.checks?.textIncludes, undefined)
    const quoted = `The agent gives the answer in its Fact: "${included?.join(' ') ?? answer}"`
    assert.equal(other?.expect?.judge?.criteria[0]?.text, quoted)
  })
}

test('keys are valid and unique, whatever the ids', () => {
  const named = (id: string) => ({ ...hours, id })
  const keys = (...ids: string[]) => generateFactCases(ids.map(named), wish).map(({ key }) => key)
  assert.deepEqual(keys('a', 'a-2').slice(0, 1), ['faq-a'])
  assert.equal(new Set(keys('a', 'a-2', 'A', 'ä', 'a_2', 'a-2-2')).size, 12)
  assert.deepEqual(keys('Öffnung & Zeiten'), keys('Öffnung & Zeiten'))
})

test('all Facts give valid cases', () => {
  const words = (maxLength: number) =>
    fc
      .string({ minLength: 1, maxLength, unit: 'grapheme' })
      .filter((text) => text.trim() !== '' && [...text].length <= maxLength && !text.includes('\0'))
  const fact = fc.record({
    id: words(200),
    question: words(300),
    answer: words(1000),
    alternates: fc.array(words(200), { maxLength: 3 }),
    exact: fc.boolean(),
  })
  const facts = fc.uniqueArray(fact, { maxLength: 5, selector: ({ id }) => id })
  const lint = createCaseLinter(createDefinition('Desk'))
  fc.assert(
    fc.property(facts, (some) => {
      const cases = generateFactCases(some, { wordingsPerFaq: 3, now })
      assert.equal(new Set(cases.map(({ key }) => key)).size, cases.length)
      for (const document of cases) assert.deepEqual(readCase(document, lint), { document, findings: [] })
    }),
  )
})

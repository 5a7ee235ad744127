import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AgentFact, FactList, stampFacts } from './facts.ts'
import { read } from './things/testing/read.ts'

const hours = { id: 'hours', question: 'When are you open?', answer: 'From nine to five.' }
const now = '2031-01-01T00:00:00.000Z'
const then = '2030-01-01T00:00:00.000Z'

const cases: [title: string, sent: object, fact: object][] = [
  ['with verbatim keeps it as exact', { verbatim: true }, { exact: true }],
  ['with both goes by exact', { verbatim: true, exact: false }, { exact: false }],
  ['with the time that was read drops it', { updatedAt: then }, {}],
  ['with any time at all drops it', { updatedAt: 'nonsense' }, {}],
  ['at every bound is accepted', { question: 'x'.repeat(300), answer: 'x'.repeat(1000), alternates: Array(10).fill('x'.repeat(200)) }, { question: 'x'.repeat(300), answer: 'x'.repeat(1000), alternates: Array(10).fill('x'.repeat(200)) }],
  ['of an empty scope holds in no playbook', { scope: { playbookIds: [] } }, { scope: { playbookIds: [] } }],
] // biome-ignore format: one line per case
for (const [title, sent, fact] of cases) {
  test(`a Fact ${title}`, () => {
    assert.deepEqual(read(FactList, [{ ...hours, ...sent }]), { value: [{ ...hours, ...fact }], errors: [] })
  })
}

const refused: [title: string, sent: object, error: string][] = [
  ['without an id', { id: '' }, '[0].id must not be empty'],
  ['with a question of 301', { question: 'x'.repeat(301) }, '[0].question must have at most 300 characters'],
  ['without an answer', { answer: undefined }, '[0].answer is required'],
  ['with an answer of 1001', { answer: 'x'.repeat(1001) }, '[0].answer must have at most 1000 characters'],
  ['with eleven alternates', { alternates: Array(11).fill('x') }, '[0].alternates must have at most 10 entries'],
  ['with an alternate of 201', { alternates: ['x'.repeat(201)] }, '[0].alternates[0] must have at most 200 characters'],
  ['from elsewhere', { source: 'web' }, '[0].source must be one of operator, import, suggested'],
  ['with a mistyped flag', { exact: 'yes' }, '[0].exact must be true or false'],
  ['with a mistyped old flag', { verbatim: 1 }, '[0].verbatim must be true or false'],
  ['with a scope of one id', { scope: { playbookIds: 'desk' } }, '[0].scope.playbookIds must be a list'],
  ['with an unknown field', { priority: 1 }, '[0].priority is not a known field'],
]
for (const [title, sent, error] of refused) {
  test(`a Fact ${title} is refused`, () => {
    assert.deepEqual(read(FactList, [{ ...hours, ...sent }]).errors, [error])
  })
}

test('two Facts with one id, and more than ten thousand Facts, are refused', () => {
  assert.deepEqual(read(FactList, [hours, hours]).errors, ['[1].id is used twice'])
  const many = Array.from({ length: 10_001 }, (_, at) => ({ ...hours, id: `f${at}` }))
  assert.deepEqual(
    read(FactList, many).errors,
    ['must have at most 10000 entries'].map((error) => `body ${error}`),
  )
  assert.equal(read(FactList, many.slice(1)).value?.length, 10_000)
})

test('an unchanged Fact keeps its timestamp, a changed one gets the current time', () => {
  const stored: AgentFact[] = [
    { ...hours, exact: true, updatedAt: then },
    { id: 'pets', question: 'Pets?', answer: 'Yes.', updatedAt: then },
  ]
  const [same, changed, added] = stampFacts(
    [
      { answer: hours.answer, exact: true, question: hours.question, id: 'hours' },
      { id: 'pets', question: 'Pets?', answer: 'No.' },
      { id: 'new', question: 'New?', answer: 'Yes.' },
    ],
    stored,
    now,
  )
  assert.equal(same, stored[0])
  assert.deepEqual(changed, { id: 'pets', question: 'Pets?', answer: 'No.', updatedAt: now })
  assert.deepEqual(added, { id: 'new', question: 'New?', answer: 'Yes.', updatedAt: now })
  for (const fact of [same, changed, added]) assert.deepEqual(read(AgentFact, fact).errors, [])
})

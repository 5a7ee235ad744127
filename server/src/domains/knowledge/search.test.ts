import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus } from '../../testing/client.ts'
import { confidenceThresholds, type DefinitionChange, indexDefinition, type SearchHit } from './index.ts'

const server = await createTestApp()
const org = await server.org()

let made = 0

async function agentOf(knows: {
  facts?: NonNullable<DefinitionChange['facts']>['after']
  things?: NonNullable<DefinitionChange['things']>['after']
}) {
  const id = `agent-${++made}`
  assertStatus(await org.api.post(`${org.path}/agents`, { name: 'Agent', id }), 201)
  const { rows } = await server.database.pool.query('select agent_key from agents where org_id = $1 and id = $2', [
    org.id,
    id,
  ])
  const agent = { key: rows[0].agent_key, id, orgId: org.id }
  const { facts = [], things = [] } = knows
  await inTransaction(server.database.db, (tx) =>
    indexDefinition(tx, agent, { facts: { before: [], after: facts }, things: { before: [], after: things } }),
  )
  const path = `${org.path}/agents/${id}/knowledge/search`
  return async (q: string, more = ''): Promise<SearchHit[]> =>
    assertStatus(await org.api.get(`${path}?q=${encodeURIComponent(q)}${more}`), 200).data
}

const idsOf = (hits: SearchHit[]) => hits.map(({ id }) => id)

const harbour = await agentOf({
  facts: [
    {
      id: 'hours',
      question: 'When are you open?',
      alternates: ['opening times', 'zanzibar ferry timetable'],
      answer: 'From nine to five.',
    },
    { id: 'who', question: 'Who are you?', answer: 'The harbour office.' },
    { id: 'berth', question: 'What does a mooring berth cost?', answer: 'A berth costs 300 a week.' },
    { id: 'dogs', question: 'Are dogs allowed?', answer: 'Dogs are welcome on a lead.' },
    { id: 'müll', question: 'Wohin mit dem Müll?', answer: 'Die Container stehen am Südkai.' },
    { id: 'tokyo', question: '東京への船はありますか', answer: 'はい、毎日あります。' },
    { id: 'neva', question: 'Где находится причал?', answer: 'Причал за маяком.' },
  ],
  things: [
    { id: 'rope', name: 'Mooring rope', description: 'Holds a boat of ten metres.' },
    { id: 'fender', name: 'Fender', description: 'Keeps the berth from the hull.' },
  ],
})

test('a yes or no before a question does not count as part of the question', async () => {
  const search = await agentOf({
    facts: [
      { id: 'yes', question: 'Is a nod a yes?', answer: 'Mostly.' },
      { id: 'dogs', question: 'Are dogs allowed?', answer: 'Yes.' },
    ],
  })
  assert.deepEqual(idsOf(await search('yes, and dogs?')), ['dogs'])
  assert.ok((await search('yes please')).every(({ score }) => score < confidenceThresholds.certain))
})

const found: [q: string, first: string][] = [
  ['when are you open', 'hours'],
  ['When are you OPEN?!', 'hours'],
  ['opening times', 'hours'],
  ['zanzibar ferry timetable', 'hours'],
  ['Hi there, could you please tell me what a berth costs', 'berth'],
  ['berths', 'berth'],
  ['morring bearth', 'berth'],
  ['zanzebar', 'hours'],
  ['dog', 'dogs'],
  ['who are you', 'who'],
  ['who are u', 'who'],
  ['mull', 'müll'],
  ['MÜLL', 'müll'],
  ['Container', 'müll'],
  ['東京', 'tokyo'],
  ['毎日', 'tokyo'],
  ['причала', 'neva'],
  ['rope', 'rope'],
  ['holds a boat', 'rope'],
]
for (const [q, first] of found) {
  test(`"${q}" finds ${first}`, async () => assert.equal((await harbour(q))[0]?.id, first))
}

const notFound = [
  'submarine',
  'the of and',
  'what is that',
  'xqzzt',
  '🦷',
  '... ???',
  'nine submarines from Zurich with helicopters',
]
for (const q of notFound) {
  test(`"${q}" finds nothing unrelated`, async () => {
    const hits = await harbour(q)
    assert.deepEqual(
      hits.filter(({ score }) => score > 0.35),
      [],
      JSON.stringify(hits),
    )
    if (!q.startsWith('nine')) assert.deepEqual(hits, [])
  })
}

test('Facts come before Things, each by score, and an exact question scores 1', async () => {
  const hits = await harbour('what does a mooring berth cost')
  assert.deepEqual(idsOf(hits), ['berth', 'rope', 'fender'])
  assert.equal(hits[0]?.score, 1)
  assert.ok(hits.every(({ score }) => score > 0 && score <= 1))
  assert.ok((hits[1]?.score ?? 0) >= (hits[2]?.score ?? 1))
})

test('an entry that matches more words comes before one that matches fewer', async () => {
  const search = await agentOf({
    facts: [
      { id: 'one', question: 'Pump noise', answer: 'Quiet.' },
      { id: 'three', question: 'Pump filter price', answer: 'Three.' },
      { id: 'two', question: 'Pump filter', answer: 'Two.' },
    ],
  })
  assert.deepEqual(idsOf(await search('price of the filter for a pump')), ['three', 'two', 'one'])
})

test('an exact question comes first, however many other entries contain all of its words', async () => {
  const others = Array.from({ length: 120 }, (_, nth) => ({
    id: `berth-${nth}`,
    question: `What does the berth number ${nth + 100} at the old quay cost?`,
    answer: 'A berth there costs what stands on its board.',
  }))
  const exact = { id: 'berth', question: 'What does a berth cost?', answer: '300 a week.' }
  const search = await agentOf({ facts: [...others.slice(0, 60), exact, ...others.slice(60)] })
  assert.deepEqual(idsOf(await search('What does a berth cost?', '&limit=3')).slice(0, 1), ['berth'])
  assert.equal((await search('What does a berth cost?', '&limit=50')).length, 50)
})

test('alternates are used only for matching and are never shown', async () => {
  for (const q of ['zanzibar', 'opening times']) assert.ok(!JSON.stringify(await harbour(q)).includes('zanzibar'))
})

test('a hit contains kind, id, title, text and score', async () => {
  const [hit] = await harbour('dogs')
  assert.deepEqual(
    { ...hit, score: 0 },
    { kind: 'fact', id: 'dogs', title: 'Are dogs allowed?', text: 'Dogs are welcome on a lead.', score: 0 },
  )
})

test('limit caps the results and defaults to 10', async () => {
  const facts = Array.from({ length: 30 }, (_, n) => ({ id: `f${n}`, question: `Walrus number ${n}?`, answer: 'Yes.' }))
  const search = await agentOf({ facts })
  assert.equal((await search('walrus')).length, 10)
  for (const limit of [1, 30, 50]) assert.equal((await search('walrus', `&limit=${limit}`)).length, Math.min(limit, 30))
})

test('disabled and unconfirmed Facts are not found', async () => {
  const question = 'What is the walrus fee?'
  const search = await agentOf({
    facts: [
      { id: 'off', question, answer: '5', enabled: false },
      { id: 'raw', question, answer: '6', confirmed: false },
      { id: 'on', question, answer: '7', enabled: true, confirmed: true },
    ],
  })
  assert.deepEqual(idsOf(await search('walrus fee')), ['on'])
})

test('a Fact with a scope is found only for its playbooks, and when no playbook is named', async () => {
  const search = await agentOf({
    facts: [
      {
        id: 'secret',
        question: 'What is the narwhal discount?',
        answer: 'Ten.',
        scope: { playbookIds: ['sales', 'vip'] },
      },
      { id: 'open', question: 'Is there a narwhal discount?', answer: 'Sometimes.' },
      { id: 'nobody', question: 'Narwhal discount for nobody?', answer: 'No.', scope: { playbookIds: [] } },
    ],
    things: [{ id: 'card', name: 'Narwhal discount card' }],
  })
  const ids = async (more: string) => idsOf(await search('narwhal discount', more)).sort()
  assert.deepEqual(await ids('&playbookId=sales'), ['card', 'open', 'secret'])
  assert.deepEqual(await ids('&playbookId=care'), ['card', 'open'])
  assert.deepEqual(await ids(''), ['card', 'nobody', 'open', 'secret'])
})

test('a search never finds entries of another agent, not even by their misspelled words', async () => {
  await agentOf({ facts: [{ id: 'theirs', question: 'Ichthyosaur?', answer: 'Ichthyosaur.' }] })
  const mine = await agentOf({ facts: [{ id: 'mine', question: 'Plesiosaur?', answer: 'Yes.' }] })
  for (const q of ['ichthyosaur', 'ichtyosaur', 'ichthyosaur plesiosaur']) {
    assert.ok((await mine(q)).every(({ id }) => id === 'mine'))
  }
})

const refused: [query: string, field: string][] = [
  ['', 'q'],
  ['?q=', 'q'],
  ['?q=%20%20', 'q'],
  [`?q=${'x'.repeat(501)}`, 'q'],
  ['?q=a&limit=0', 'limit'],
  ['?q=a&limit=51', 'limit'],
  ['?q=a&limit=1.5', 'limit'],
  ['?q=a&limit=ten', 'limit'],
  ['?q=a&playbookId=', 'playbookId'],
  ['?q=a&page=2', 'page'],
]
for (const [query, field] of refused) {
  test(`the query ${query.slice(0, 30) || 'without anything'} returns 422 naming ${field}`, async () => {
    const { path } = { path: `${org.path}/agents/agent-1/knowledge/search` }
    assertProblem(await org.api.get(path + query), 422, 'request.invalid', field)
  })
}

const hostile = [
  "' & | ! :*",
  "foo:* & 'bar",
  '\\',
  "'; drop table agents; --",
  '%_%',
  '<->',
  '((((',
  '😀'.repeat(500),
  'a '.repeat(250),
  '\u202e\u0301\u200d',
]
for (const q of hostile) {
  test(`the query ${JSON.stringify(q.slice(0, 24))} is a valid query`, async () => {
    assert.ok(Array.isArray(await harbour(q)))
  })
}

test('any text can be searched for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), async (q) => {
      fc.pre(q.trim() !== '' && !q.includes('\0') && q.isWellFormed())
      await harbour(q)
    }),
    { numRuns: 40 },
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'

const server = await createTestApp()
const hours = {
  ...{ id: 'hours', question: 'When are you open?', answer: 'We are open nine to five.', exact: true },
  alternates: ['What are your hours?', 'Opening times?'],
}
const parking = {
  id: 'parking',
  question: 'Is there parking?',
  answer: 'Behind the shop.',
  alternates: ['Can I park?'],
}
const pets = { id: 'pets', question: 'Are pets allowed?', answer: 'Yes.', enabled: false }

async function arena(facts: object[] = [hours, parking, pets]): Promise<{ agent: TestAgent; cases: string }> {
  const agent = await createTestAgent(server)
  assertStatus(await agent.put('/knowledge/facts', { facts }), 200)
  const { id } = assertStatus(await agent.post('/tests/suites', { name: 'Facts' }), 201)
  return { agent, cases: `/tests/suites/${id}/cases` }
}
const keysOf = (cases: ReplyBody[]): string[] => cases.map(({ key }) => key).sort()
const listed = async (agent: TestAgent, cases: string): Promise<ReplyBody[]> =>
  assertStatus(await agent.get(cases), 200).data

test('generating from Facts creates one case for each enabled Fact and wording, and calls no model', async () => {
  const { agent, cases } = await arena()
  const made = assertStatus(await agent.post(`${cases}/generate`, { source: 'faqs' }), 201)
  assert.deepEqual(keysOf(made.cases), ['faq-hours', 'faq-hours-2', 'faq-parking', 'faq-parking-2'])
  assert.deepEqual(made.dropped, [])
  assert.deepEqual(made.usage, { model: 'none', calls: 0, inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 })
  const stored = await listed(agent, cases)
  assert.deepEqual(stored.toReversed(), made.cases, 'in the order of the Facts')
  const exact = made.cases.find(({ key }: ReplyBody) => key === 'faq-hours')
  assert.deepEqual([exact.turns, exact.tags], [['When are you open?'], ['faq', 'faq:hours']])
  assert.deepEqual(exact.expect.checks.textIncludes, ['We are open nine to five.'])
  assert.equal(exact.origin.kind, 'generated')
})

test('generating again replaces cases with the same key, and leaves the others unchanged', async () => {
  const { agent, cases } = await arena()
  const mine = assertStatus(await agent.post(cases, { key: 'mine', title: 'Mine', turns: ['Hello'] }), 201)
  const once = { source: 'faqs', wordingsPerFaq: 1 }
  const first = assertStatus(await agent.post(`${cases}/generate`, once), 201)
  assertStatus(await agent.put('/knowledge/facts', { facts: [{ ...hours, answer: 'Ten to six.' }, parking] }), 200)
  const again = assertStatus(await agent.post(`${cases}/generate`, once), 201)
  assert.deepEqual(
    again.cases.map(({ id }: ReplyBody) => id),
    first.cases.map(({ id }: ReplyBody) => id),
  )
  const stored = await listed(agent, cases)
  assert.deepEqual(keysOf(stored), ['faq-hours', 'faq-parking', 'mine'])
  assert.deepEqual(stored.find(({ key }) => key === 'faq-hours').expect.checks.textIncludes, ['Ten to six.'])
  assert.deepEqual(assertStatus(await agent.get(`${cases}/${mine.id}`), 200), mine)
})

test('generating without a usable Fact returns 422, and so does an impossible request', async () => {
  const { agent, cases } = await arena()
  const generate = (body: object) => agent.post(`${cases}/generate`, body)
  const made = assertStatus(await generate({ source: 'faqs', faqIds: ['parking', 'none'], wordingsPerFaq: 1 }), 201)
  assert.deepEqual(keysOf(made.cases), ['faq-parking'])
  for (const faqIds of [['none'], ['pets'], []])
    assertProblem(await generate({ source: 'faqs', faqIds }), 422, 'agent.test.invalid')
  for (const wordingsPerFaq of [0, 7, 1.5, '2'])
    assertProblem(await generate({ source: 'faqs', wordingsPerFaq }), 422, 'request.invalid', 'wordingsPerFaq')
  const described = { description: 'People who ask about paint.', count: 3 }
  for (const change of [{ count: 0 }, { count: 16 }, { count: undefined }, { description: '' }, { surprise: 1 }])
    assertProblem(await generate({ ...described, ...change }), 422, 'request.invalid', Object.keys(change)[0] ?? '')
  assert.equal((await listed(agent, cases)).length, 1)
  assertProblem(await agent.post('/tests/suites/none/cases/generate', { source: 'faqs' }), 404, 'agent.test.not_found')
})

test('generating from a description creates nothing without an authoring model', async () => {
  const { agent, cases } = await arena()
  const described = { description: 'People who ask about paint.', count: 3, tags: ['paint'] }
  assertProblem(await agent.post(`${cases}/generate`, described), 503, 'agent.test.authoring_unavailable')
  assert.deepEqual(await listed(agent, cases), [])
})

test('a thousand Facts with six wordings fill a suite', async () => {
  const alternates = Array.from({ length: 5 }, (_, at) => `In other words ${at}?`)
  const facts = Array.from({ length: 1000 }, (_, at) => ({
    ...{ id: `fact-${at}`, question: `What of ${at}?`, answer: `So it is with ${at}.`, alternates },
  }))
  const { agent, cases } = await arena(facts)
  const made = assertStatus(await agent.post(`${cases}/generate`, { source: 'faqs', wordingsPerFaq: 6 }), 201)
  assert.equal(made.cases.length, 6000)
  assertProblem(await agent.post(cases, { title: 'One more', turns: ['Hello'] }), 409, 'resource.conflict')
  const file = 'question,answer\nOne more?,Yes.\n'
  assertStatus(await agent.raw('POST', '/knowledge/facts/import', file, { 'content-type': 'text/csv' }), 200)
  const reply = await agent.post(`${cases}/generate`, { source: 'faqs', wordingsPerFaq: 1 })
  assertProblem(reply, 422, 'agent.test.invalid')
  assert.match(reply.body.detail, /at most 1000 Facts at once: choose some of the 1001 with faqIds/)
})

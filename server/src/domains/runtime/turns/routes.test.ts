import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRuntimeBench, toolCallAnswer } from '../../../testing/runtime-bench.ts'

const bench = await createRuntimeBench()
const { play, server, world } = bench
const agent = await bench.agent(
  { playbooks: [{ id: 'general', name: 'General', body: 'Help.', uses: ['people'], isDefault: true }] },
  'sms',
)
const [one, two] = [agent.createPerson('sms'), agent.createPerson('sms')]
play('Hello.')
const began = world.now().toISOString()
await one.sendText('First')
world.advance(60_000)
await two.sendText('Second')
world.advance(60_000)
play(
  {
    ...toolCallAnswer('people.save', { firstName: 'Alex' }),
    usage: { inputTokens: 100, outputTokens: 7, cacheReadTokens: 60 },
  },
  { text: 'Hello, Alex.', tries: 2 },
)
await one.sendText('I am Alex')
const list = async (query = '') => assertStatus(await agent.api.get(`/turns${query}`), 200)
const inputTexts = ({ data }: ReplyBody): string[] => data.map(({ input }: ReplyBody) => input.text)

test('a record contains everything that explains the answer', async () => {
  const [turn] = (await list()).data
  const { id, eventId, sessionId, milliseconds, sections, modelCalls, toolCalls, messages, ...rest } = turn
  assert.match(id, /^trn_/)
  assert.ok(eventId && sessionId && milliseconds >= 0 && sections.length > 5)
  assert.deepEqual(
    modelCalls.map(({ milliseconds: took, ...call }: ReplyBody) => [typeof took, call]),
    [
      { inputTokens: 100, outputTokens: 7, cacheReadTokens: 60, tries: 1 },
      { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, tries: 2 },
    ].map((call) => [
      'number',
      { purpose: 'turn', modelId: 'default', provider: 'scripted', model: 'scripted', ok: true, ...call },
    ]),
  )
  const [{ name, given, ok, called, result }] = toolCalls
  assert.deepEqual(
    [name, given, ok, called, result],
    ['people.save', { firstName: 'Alex' }, true, true, { saved: ['firstName'] }],
  )
  const [{ accepted, text, message }] = messages
  assert.deepEqual([accepted, text, message.parts[0].text], [true, 'Hello, Alex.', 'Hello, Alex.'])
  assert.deepEqual(rest, {
    userId: one.userId(),
    channel: 'sms',
    at: world.now().toISOString(),
    input: { type: 'message', text: 'I am Alex' },
    version: 2,
    playbookId: 'general',
    knowledge: [],
    ruleHits: [],
    outcomes: [],
    goalsReached: [],
    warnings: [],
    effects: [],
  })
  assert.deepEqual(assertStatus(await agent.api.get(`/turns/${id}`), 200), turn)
})

test('records are listed newest first, by person, session and time', async () => {
  assert.deepEqual(inputTexts(await list()), ['I am Alex', 'Second', 'First'])
  assert.deepEqual(inputTexts(await list(`?userId=${two.userId()}`)), ['Second'])
  const { sessionId } = await one.turn()
  assert.deepEqual(inputTexts(await list(`?sessionId=${sessionId}`)), ['I am Alex', 'First'])
  assert.deepEqual(inputTexts(await list(`?end=${began}`)), ['First'])
  assert.deepEqual(inputTexts(await list(`?start=${Date.parse(began) + 1}`)), ['I am Alex', 'Second'])
  assert.deepEqual(inputTexts(await list('?userId=nobody')), [])
})

test('pages contain every record exactly once', async () => {
  const first = await list('?limit=2')
  const second = await list(`?limit=2&pageToken=${first.nextPageToken}`)
  assert.deepEqual([...inputTexts(first), ...inputTexts(second)], ['I am Alex', 'Second', 'First'])
  assert.equal(second.nextPageToken, undefined)
})

test('an invalid query is refused', async () => {
  for (const query of ['limit=0', 'limit=1001', 'start=yesterday', 'end=2030-13-01', 'pageToken=x', 'userId=']) {
    assertProblem(await agent.api.get(`/turns?${query}`), 422, 'request.invalid')
  }
  assertProblem(await agent.api.get('/turns/trn_none'), 404, 'resource.not_found')
})

test('reading records requires messages:read, and another agent sees none', async () => {
  const org = { id: agent.api.orgId, path: `/orgs/${agent.api.orgId}`, api: agent.api.client }
  const { id } = await one.turn()
  for (const path of ['/turns', `/turns/${id}`]) {
    assertStatus(await agent.api.by(await server.key(org, ['messages:read'])).get(path), 200)
    assertProblem(await agent.api.by(await server.key(org, ['agents:read'])).get(path), 403, 'auth.scope_missing')
    assertStatus(await agent.api.by(await server.member(org, 'viewer')).get(path), 200)
  }
  const other = await bench.agent()
  assert.deepEqual(assertStatus(await other.api.get('/turns'), 200).data, [])
  assertProblem(await other.api.get(`/turns/${id}`), 404, 'resource.not_found')
})

test('erasing a person deletes their records', async () => {
  const person = agent.createPerson('sms')
  play('Hello.')
  await person.sendText('Forget me')
  const { id } = await person.person()
  assertStatus(await agent.api.del(`/people/${id}`), 204)
  assert.deepEqual((await list(`?userId=${person.userId()}`)).data, [])
})

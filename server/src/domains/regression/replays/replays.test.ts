import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createUnreachableError } from '../../../testing/regression-bench.ts'
import { createRuntimeBench, type RuntimeAgent } from '../../../testing/runtime-bench.ts'

/** Replays: real sessions are said again to another configuration. */

const bench = await createRuntimeBench()
const { world } = bench
const question = 'What is the color of the day?'
const fact = (answer: string, id = 'color') => ({ id, question, answer, exact: true })
const general = { id: 'general', name: 'General', body: 'Help.', isDefault: true }
const second = 1_000

const createAgent = (facts: object[] = [fact('Red it is.')], playbook: object = general) =>
  bench.agent({ playbooks: [playbook], capabilities: { knowledge: { facts } } }, 'rcs', 'sms')

async function ask(agent: RuntimeAgent, ...texts: string[]) {
  const person = agent.createPerson('rcs')
  for (const text of texts) {
    world.advance(second)
    await person.sendText(text)
  }
  return person
}

const span = () => ({
  start: new Date(world.now().getTime() - 3600 * second).toISOString(),
  end: new Date(world.now().getTime() + second).toISOString(),
})

async function start(agent: RuntimeAgent, body: object = {}): Promise<ReplyBody> {
  return assertStatus(await agent.api.post('/replays', { ...span(), ...body }), 202)
}

async function replay(agent: RuntimeAgent, body: object = {}): Promise<ReplyBody> {
  const { id } = await start(agent, body)
  await bench.work()
  return assertStatus(await agent.api.get(`/replays/${id}`), 200)
}

const conversations = async (agent: RuntimeAgent, { id }: ReplyBody, query = ''): Promise<ReplyBody[]> =>
  assertStatus(await agent.api.get(`/replays/${id}/conversations${query}`), 200).data

async function draftWith(agent: RuntimeAgent, facts: object[]): Promise<string> {
  const { id } = assertStatus(await agent.api.post('/drafts', { name: 'Draft' }), 201)
  assertStatus(await agent.api.put('/knowledge/facts', { facts }, { 'x-svc-draft': id }), 200)
  return id
}

test('what people said is said again: the same to live, and changed where a draft answers otherwise', async () => {
  const agent = await createAgent()
  await ask(agent, question)
  const real = async () => {
    const { data } = assertStatus(await agent.api.get('/messages?type=content'), 200)
    return [data.length, assertStatus(await agent.api.get('/people'), 200).data.length]
  }
  const before = await real()
  const same = await replay(agent)
  assert.deepEqual([same.status, same.conversations, same.turns, same.same, same.changed], ['completed', 1, 1, 1, 0])
  const draftId = await draftWith(agent, [fact('Blue it is.', 'shade')])
  const changed = await replay(agent, { draftId })
  assert.deepEqual([changed.changed, changed.same, changed.errors], [1, 0, 0])
  const [conversation] = await conversations(agent, changed, '?verdict=changed')
  assert.deepEqual(conversation?.turns, [
    {
      said: question,
      before: { text: 'Red it is.', playbookId: 'general', tools: [] },
      after: { text: 'Blue it is.', playbookId: 'general', tools: [] },
      verdict: 'changed',
      why: ['text'],
    },
  ])
  assert.deepEqual(await conversations(agent, changed, '?verdict=same'), [])
  assert.deepEqual(await real(), before)
  const { rows } = await bench.pool.query('select count(*)::int as left from sandbox_people')
  assert.equal(rows[0].left, 0)
  const [told] = await bench.readAnnounced(agent.api.orgId, 'replay.completed')
  assert.deepEqual([told?.replayId, told?.conversations], [same.id, 1])
})

test('a version can be replayed, and limit, channel and time choose the sessions', async () => {
  const agent = await createAgent()
  const { version } = assertStatus(await agent.api.get('/versions?limit=1'), 200).data[0]
  for (let people = 0; people < 3; people++) await ask(agent, question)
  assertStatus(await agent.api.put('/knowledge/facts', { facts: [fact('Blue it is.')] }), 200)
  assert.deepEqual([(await replay(agent, { version })).same, (await replay(agent)).changed], [3, 3])
  const some = await replay(agent, { limit: 2 })
  assert.equal(some.conversations, 2)
  const first = assertStatus(await agent.api.get(`/replays/${some.id}/conversations?limit=1`), 200)
  const [next] = await conversations(agent, some, `?limit=1&pageToken=${first.nextPageToken}`)
  assert.notEqual(next?.sessionId, first.data[0].sessionId)
  const none = await replay(agent, { channel: 'sms' })
  assert.deepEqual([none.status, none.conversations], ['completed', 0])
  const { end } = span()
  assert.equal((await replay(agent, { start: end, end: '2031-01-01T00:00:00Z' })).conversations, 0)
  assert.equal(assertStatus(await agent.api.get('/replays?limit=2'), 200).data.length, 2)
})

test('a model may word the same Fact differently; another Fact, step or tool is a change', async () => {
  const loose = { ...fact('From nine to five.', 'hours'), question: 'When are you open?', exact: false }
  const agent = await createAgent([loose])
  bench.play('We open at nine.')
  await ask(agent, 'When are you open?')
  bench.play('Come at nine.')
  assert.equal((await replay(agent)).same, 1)
  const draftId = await draftWith(agent, [{ ...loose, answer: 'From ten to five.' }])
  const [{ turns }] = (await conversations(agent, await replay(agent, { draftId }))) as [ReplyBody]
  assert.deepEqual([turns[0].verdict, turns[0].why], ['changed', ['text']])
  bench.stopScript()
})

const lookup = { description: 'Looks up the stock.', endpoint: { url: 'https://stock.example.com' } }
const stockFlow = (say: string, outcome: string) => ({
  id: 'main',
  slots: [{ name: 'found', type: 'string' }],
  steps: [
    { action: 'integration:stock.call', with: { item: 'rope' }, slot: 'found', on_error: 'handoff' },
    { say },
    { end: { outcome } },
  ],
})

test('tool results come from the record, and a flow that leads elsewhere says why', async () => {
  const uses = ['integration:stock']
  const playbook = { ...general, uses, flow: stockFlow('We have {found.left} ropes.', 'told') }
  const agent = await bench.agent({ playbooks: [general] }, 'rcs')
  assertStatus(await agent.api.put('/integrations/stock', lookup), 201)
  assertStatus(await agent.api.patch('/playbooks/general', { uses: playbook.uses, flow: playbook.flow }), 200)
  await ask(agent, 'Hello')
  const record = JSON.stringify([
    {
      name: 'integration:stock.call',
      given: { item: 'rope' },
      ok: true,
      called: true,
      result: { answer: { left: 7 } },
      milliseconds: 1,
    },
  ])
  await bench.pool.query(
    `update turns set record = jsonb_set(jsonb_set(record::jsonb, '{toolCalls}', $1::jsonb), '{messages,0,text}', '"We have 7 ropes."')`,
    [record],
  )
  const same = await replay(agent)
  assert.deepEqual((await conversations(agent, same))[0]?.turns[0].after.text, 'We have 7 ropes.')
  assert.equal(same.same, 1)
  const { id: draftId } = assertStatus(await agent.api.post('/drafts', { name: 'Draft' }), 201)
  const silent = { flow: { id: 'main', slots: [], steps: [{ say: 'Goodbye.' }, { end: { outcome: 'left' } }] } }
  assertStatus(await agent.api.patch('/playbooks/general', silent, { 'x-svc-draft': draftId }), 200)
  const [changed] = await conversations(agent, await replay(agent, { draftId }))
  assert.deepEqual(changed?.turns[0].why, ['text', 'tools', 'outcome'])
})

test('a model that fails is an error of the conversation, and the others go on', async () => {
  const agent = await createAgent([])
  bench.play('Good day.')
  await ask(agent, 'Hello there')
  await ask(agent, 'Who are you?')
  bench.play(({ messages }) => {
    if (JSON.stringify(messages.at(-1)).includes('Who')) throw createUnreachableError()
    return 'Good day.'
  })
  const done = await replay(agent)
  bench.stopScript()
  assert.deepEqual([done.status, done.same, done.errors], ['completed', 1, 1])
  const [{ turns }] = (await conversations(agent, done, '?verdict=error')) as [ReplyBody]
  assert.deepEqual([turns[0].verdict, turns[0].before.text], ['error', 'Good day.'])
  assert.match(turns[0].error, /The model failed/)
})

test('a canceled replay keeps its verdicts and plays nothing more; one that ended cannot be canceled', async () => {
  const agent = await createAgent()
  for (let people = 0; people < 6; people++) await ask(agent, question)
  const { id } = await start(agent)
  const cancelled = assertStatus(await agent.api.post(`/replays/${id}/cancel`, {}), 200)
  await bench.work()
  const after = assertStatus(await agent.api.get(`/replays/${id}`), 200)
  assert.deepEqual([cancelled.status, after.status, after.conversations, after.turns], ['cancelled', 'cancelled', 6, 0])
  assertStatus(await agent.api.post(`/replays/${id}/cancel`, {}), 200)
  const done = await replay(agent)
  assert.deepEqual([done.same, done.conversations], [6, 6])
  assertProblem(await agent.api.post(`/replays/${done.id}/cancel`, {}), 409, 'resource.conflict')
})

test('a conversation that a killed process left is played again, without a trace of the first attempt', async () => {
  const agent = await createAgent()
  await ask(agent, question)
  const { id } = await start(agent)
  // As if the process had died in the middle of the conversation.
  await bench.pool.query(
    `update replay_conversations set state = 'running', lease_token = 'dead', due_at = $1, sandbox_asid = 'asid_dead'
      where replay_id = $2`,
    [new Date(world.now().getTime() - second), id],
  )
  await bench.work()
  const done = assertStatus(await agent.api.get(`/replays/${id}`), 200)
  assert.deepEqual([done.status, done.same, done.turns], ['completed', 1, 1])
})

test('a replay of a draft that is gone fails', async () => {
  const agent = await createAgent()
  await ask(agent, question)
  const draftId = await draftWith(agent, [fact('Blue it is.')])
  const { id } = await start(agent, { draftId })
  assertStatus(await agent.api.del(`/drafts/${draftId}`), 204)
  await bench.work()
  const failed = assertStatus(await agent.api.get(`/replays/${id}`), 200)
  assert.deepEqual([failed.status, failed.failReason], ['failed', 'The draft was published or deleted'])
  const told = await bench.readAnnounced(agent.api.orgId, 'replay.completed')
  assert.deepEqual(told.find(({ replayId }) => replayId === id)?.status, 'failed')
})

test('erasing a person removes what they said, and their copy has it before', async () => {
  const agent = await createAgent()
  const person = await ask(agent, question)
  await ask(agent, question)
  const done = await replay(agent)
  const { id } = await person.person()
  const copy = assertStatus(await agent.api.get(`/people/${id}/export`), 200)
  assert.deepEqual(
    copy.replays.map(({ replayId, turns }: ReplyBody) => [replayId, turns[0].said]),
    [[done.id, question]],
  )
  const running = await start(agent)
  assertStatus(await agent.api.del(`/people/${id}`), 204)
  await bench.work()
  const [before, after] = [await conversations(agent, done), await conversations(agent, running)]
  assert.deepEqual([before.length, after.length], [1, 1])
  assert.equal(assertStatus(await agent.api.get(`/replays/${running.id}`), 200).status, 'completed')
})

test('_makeCase records the session as a case of a suite, without the person', async () => {
  const agent = await createAgent()
  const person = await ask(agent, question, 'Thank you')
  const done = await replay(agent)
  const [conversation] = await conversations(agent, done)
  const { id: suiteId } = assertStatus(await agent.api.post('/tests/suites', { name: 'Replayed' }), 201)
  const path = `/replays/${done.id}/conversations/${conversation?.sessionId}/_makeCase`
  const made = assertStatus(await agent.api.post(path, { suiteId }), 201)
  assert.deepEqual([made.turns, made.suiteId], [[question, 'Thank you'], suiteId])
  assert.ok(!JSON.stringify(made).includes(person.phone.address))
  assertProblem(await agent.api.post(path, {}), 422, 'request.invalid')
  assertProblem(await agent.api.post(path, { suiteId: 'ste_none' }), 404, 'agent.test.not_found')
  const unknown = `/replays/${done.id}/conversations/ses_none/_makeCase`
  assertStatus(await agent.api.post(unknown, { suiteId }), 404)
})

test('a body that does not fit is refused, and so are unknown drafts, versions and replays', async () => {
  const agent = await createAgent()
  const { end } = span()
  for (const body of [{}, { ...span(), limit: 0 }, { ...span(), limit: 1001 }, { ...span(), start: end }, { end }])
    assertProblem(await agent.api.post('/replays', body), 422, 'request.invalid')
  const draftId = await draftWith(agent, [])
  assertProblem(await agent.api.post('/replays', { ...span(), draftId, version: 1 }), 422, 'request.invalid')
  assertProblem(await agent.api.post('/replays', { ...span(), draftId: 'dft_none' }), 404, 'agent.draft.not_found')
  assertStatus(await agent.api.post('/replays', { ...span(), version: 99 }), 404)
  for (const path of ['/replays/none', '/replays/none/conversations']) assertStatus(await agent.api.get(path), 404)
  const { id } = await replay(agent)
  assertProblem(await agent.api.get(`/replays/${id}/conversations?pageToken=x`), 422, 'request.invalid')
})

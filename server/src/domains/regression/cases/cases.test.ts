import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody, type TestReply } from '../../../testing/client.ts'

const server = await createTestApp()
const greeting = { title: 'A greeting', turns: ['Hello'], expect: { checks: { finalReplyNonEmpty: true } } }

async function arena(): Promise<{ agent: TestAgent; suite: string; cases: string }> {
  const agent = await createTestAgent(server)
  const suite = await suiteOf(agent)
  return { agent, suite, cases: `/tests/suites/${suite}/cases` }
}
const suiteOf = async (agent: TestAgent): Promise<string> =>
  assertStatus(await agent.post('/tests/suites', { name: 'Greetings' }), 201).id
const make = async (agent: TestAgent, cases: string, more: object = {}): Promise<ReplyBody> =>
  assertStatus(await agent.post(cases, { ...greeting, ...more }), 201)
const listed = async (agent: TestAgent, cases: string): Promise<ReplyBody[]> =>
  assertStatus(await agent.get(cases), 200).data

/** Asserts that lint refused it, with a finding of that code at that path. */
function assertFaulty(reply: TestReply, code: string, path: string): void {
  assertProblem(reply, 422, 'agent.test.invalid')
  const found = reply.body.lint.map((finding: ReplyBody) => `${finding.severity} ${finding.code} ${finding.path}`)
  assert.ok(found.includes(`error ${code} ${path}`), `${code} ${path} in ${found}`)
}

test('a case is the document with id, suite, lint and times; it can be created, listed, read, replaced and deleted', async () => {
  const { agent, suite, cases } = await arena()
  const document = {
    ...{ key: 'greets', title: 'Greets', notes: 'why', tags: ['smoke'], samples: 2, scenario: { channel: 'sms' } },
    turns: ['Hello', { chip: 'Book' }],
    expect: { checks: { textExcludes: ['sorry'] }, judge: { criteria: [{ id: 'polite', text: 'It is polite.' }] } },
  }
  const made = assertStatus(await agent.post(cases, document), 201)
  const { id, suiteId, lint, createdAt, updatedAt, ...rest } = made
  assert.deepEqual([rest, suiteId, createdAt], [document, suite, updatedAt])
  assert.deepEqual(
    lint.map(({ code }: ReplyBody) => code),
    ['case.turns.no-fallback'],
  )
  assert.deepEqual(assertStatus(await agent.get(`${cases}/${id}`), 200), made)
  assert.deepEqual(await listed(agent, cases), [made])
  const replaced = assertStatus(
    await agent.put(`${cases}/${id}`, { key: 'greets', title: 'Again', turns: ['Hi'] }),
    200,
  )
  assert.deepEqual([replaced.id, replaced.title, replaced.tags, replaced.expect], [id, 'Again', undefined, undefined])
  assertStatus(await agent.put(`${cases}/${id}`, replaced), 200)
  assertStatus(await agent.del(`${cases}/${id}`), 204)
  for (const call of [agent.get, agent.del]) assertProblem(await call(`${cases}/${id}`), 404, 'agent.test.not_found')
  assertProblem(await agent.put(`${cases}/${id}`, document), 404, 'agent.test.not_found')
})

test('a document with lint errors is refused with all findings, and nothing changes', async () => {
  const { agent, cases } = await arena()
  const made = await make(agent, cases, { key: 'keep' })
  const faults: [change: object, code: string, path: string][] = [
    [{ surprise: 1 }, 'case.schema.additionalProperties', '/surprise'],
    [{ turns: [] }, 'case.turns.empty', '/turns'],
    [
      { expect: { checks: { activePlaybookAtEnd: 'none' } } },
      'case.checks.playbook-unknown',
      '/expect/checks/activePlaybookAtEnd',
    ],
  ]
  for (const [change, code, path] of faults) {
    assertFaulty(await agent.post(cases, { ...greeting, ...change }), code, path)
    assertFaulty(await agent.put(`${cases}/${made.id}`, { ...greeting, ...change }), code, path)
  }
  for (const body of [null, 'text', [], 7]) assertProblem(await agent.post(cases, body), 422, 'agent.test.invalid')
  assert.deepEqual(await listed(agent, cases), [made])
})

test('reading a case that names a deleted item reports it', async () => {
  const { agent, cases } = await arena()
  assertStatus(await agent.post('/playbooks', { id: 'returns', name: 'Returns', body: 'Help.' }), 201)
  const made = await make(agent, cases, { expect: { checks: { activePlaybookAtEnd: 'returns' } } })
  assert.deepEqual(made.lint, [])
  const { headers } = await agent.get(`${cases}/${made.id}`)
  assertStatus(await agent.del('/playbooks/returns'), 204)
  const [read] = await listed(agent, cases)
  assert.deepEqual(
    read.lint.map(({ code }: ReplyBody) => code),
    ['case.checks.playbook-unknown'],
  )
  // The case is unchanged: other changes of the agent do not prevent writing it.
  assertStatus(await agent.put(`${cases}/${made.id}`, greeting, { 'if-match': headers.etag ?? '' }), 200)
})

test('a key exists once in a suite, also under six concurrent creations', async () => {
  const { agent, cases } = await arena()
  const replies = await Promise.all(Array.from({ length: 6 }, () => agent.post(cases, { ...greeting, key: 'race' })))
  assert.equal(replies.filter(({ status }) => status === 201).length, 1)
  for (const reply of replies.filter(({ status }) => status !== 201)) assertFaulty(reply, 'case.schema.unique', '/key')
  const other = await make(agent, cases, { key: 'free' })
  assertFaulty(await agent.put(`${cases}/${other.id}`, { ...greeting, key: 'race' }), 'case.schema.unique', '/key')
  assertStatus(await agent.put(`${cases}/${other.id}`, { ...greeting, key: 'free', title: 'Itself' }), 200)
  assertStatus(await agent.post(`/tests/suites/${await suiteOf(agent)}/cases`, { ...greeting, key: 'race' }), 201)
  await make(agent, cases)
  await make(agent, cases)
  assert.equal((await listed(agent, cases)).length, 4)
})

test('a suite has at most 6,000 cases', async () => {
  const { agent, suite, cases } = await arena()
  await server.database.pool.query(
    `insert into test_cases (agent_key, id, suite_id, document, created_at, updated_at)
     select agent_key, 'case_of_many_' || n, id, '{"title":"One","turns":["Hello"]}', now(), now()
       from test_suites, generate_series(1, 5998) n where id = $1`,
    [suite],
  )
  const replies = await Promise.all(Array.from({ length: 4 }, () => agent.post(cases, greeting)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 201, 409, 409])
  const page = assertStatus(await agent.get(cases), 200)
  assert.deepEqual([page.data.length, typeof page.nextPageToken], [200, 'string'])
})

test('a page has at most 200 cases, and fewer if they are large', async () => {
  const { agent, suite, cases } = await arena()
  for (const limit of [0, 201])
    assertProblem(await agent.get(`${cases}?limit=${limit}`), 422, 'request.invalid', 'limit')
  await server.database.pool.query(
    `insert into test_cases (agent_key, id, suite_id, document, created_at, updated_at)
     select agent_key, 'case_large_' || chr(96 + n), id,
            json_build_object('title', 'One', 'turns', json_build_array('Hello'), 'scenario',
              json_build_object('stubs', json_build_object('crm', repeat('a', 3000000)))), $2, $2
       from test_suites, generate_series(1, 7) n where id = $1`,
    [suite, new Date()],
  )
  const pages: string[] = []
  for (let query = ''; ; ) {
    const { data, nextPageToken } = assertStatus(await agent.get(`${cases}${query}`), 200)
    pages.push(data.map(({ id }: ReplyBody) => id.at(-1)).join(''))
    if (nextPageToken === undefined) break
    query = `?pageToken=${nextPageToken}`
  }
  assert.deepEqual(pages, ['gfe', 'dcb', 'a'])
  const two = assertStatus(await agent.get(`${cases}?limit=2`), 200)
  assert.deepEqual([two.data.length, typeof two.nextPageToken], [2, 'string'])
})

test('clients cannot set the origin of a case', async () => {
  const { agent, cases } = await arena()
  const origin = { kind: 'generated', generatedFrom: 'elsewhere' }
  const made = await make(agent, cases, { origin })
  assert.equal(made.origin, undefined)
  const put = assertStatus(await agent.put(`${cases}/${made.id}`, { ...greeting, origin }), 200)
  assert.equal(put.origin, undefined)
})

test('forty turns of four thousand characters fit, whatever the characters', async () => {
  const { agent, cases } = await arena()
  const made = await make(agent, cases, { turns: Array.from({ length: 40 }, () => '😀'.repeat(4000)) })
  assert.equal(made.turns.length, 40)
})

test('stubs are limited to 256 KB, and lint refuses larger ones', async () => {
  const { agent, cases } = await arena()
  const stubs = (length: number) => ({ ...greeting, scenario: { stubs: { crm: { text: 'a'.repeat(length) } } } })
  assertStatus(await agent.post(cases, stubs(250_000)), 201)
  for (const length of [300_000, 7_000_000]) {
    assertFaulty(await agent.post(cases, stubs(length)), 'case.schema.maxLength', '/scenario/stubs')
  }
})

test('a copy goes into the named suite, under the next free key, without an origin', async () => {
  const { agent, suite, cases } = await arena()
  const original = await make(agent, cases, { key: 'greets', tags: ['smoke'], notes: 'why' })
  const to = await suiteOf(agent)
  const copy = async (suiteId: string): Promise<ReplyBody> =>
    assertStatus(await agent.post(`${cases}/${original.id}/copy`, { suiteId }), 201)
  const copies = [await copy(to), await copy(to), await copy(suite)]
  assert.deepEqual(
    copies.map(({ suiteId, key }) => [suiteId, key]),
    [
      [to, 'greets'],
      [to, 'greets-2'],
      [suite, 'greets-2'],
    ],
  )
  const { id: _, suiteId: __, key: ___, createdAt: ____, updatedAt: _____, ...rest } = original
  for (const one of copies) assert.deepEqual({ ...one, ...rest }, one, 'all else is the same')
  assertProblem(await agent.post(`${cases}/${original.id}/copy`, { suiteId: 'none' }), 404, 'agent.test.not_found')
  assertProblem(await agent.post(`${cases}/none/copy`, { suiteId: to }), 404, 'agent.test.not_found')
  assertProblem(await agent.post(`${cases}/${original.id}/copy`, {}), 422, 'request.invalid', 'suiteId')
})

test('the API reference shows the fields of a case', async () => {
  const body = (await server.app.inject('/openapi.json')).json()
  const { TestCaseBody, TestCaseDocument, TurnDirective } = body.components.schemas
  const { schema } =
    body.paths[`/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases`].post.requestBody.content['application/json']
  assert.equal(schema.$ref, '#/components/schemas/TestCaseBody')
  assert.deepEqual(TestCaseBody.allOf, [{ $ref: '#/components/schemas/TestCaseDocument' }])
  assert.deepEqual(TestCaseDocument.required, ['title', 'turns'])
  assert.ok(TurnDirective.anyOf.length > 5)
  assert.equal(JSON.stringify(body).includes('"$defs"'), false)
})

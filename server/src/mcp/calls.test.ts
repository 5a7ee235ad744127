import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent } from '../testing/agent.ts'
import { createTestApp } from '../testing/app.ts'
import { createAssistant } from '../testing/assistant.ts'
import { assertStatus, type ReplyBody } from '../testing/client.ts'

/** Tool calls of an assistant, and their results. */

const server = await createTestApp()
const agent = await createTestAgent(server)
const assistant = createAssistant(server, agent.client)
const done = async (name: string, args?: object): Promise<ReplyBody> => {
  const { isError, content } = await assistant.call(name, args)
  assert.ok(!isError, JSON.stringify(content))
  return content
}

test('an assistant configures an agent, lints it and talks to it', async () => {
  const { org, scopes } = await done('whoami')
  assert.equal(org.id, agent.orgId)
  assert.ok(scopes.includes('agents:write'))
  await done('replace_facts', {
    facts: [{ id: 'hours', question: 'When are you open?', answer: 'Nine to five.', exact: true }],
  })
  await done('change_guardrails', { topicsToAvoid: { add: ['politics'] } })
  assert.deepEqual((await done('read_section', { section: 'guardrails' })).topicsToAvoid, ['politics'])
  const playbook = await done('create_playbook', {
    name: 'Berths',
    whenToUse: 'Somebody asks for a berth',
    body: 'Ask how long the boat is.',
  })
  await done('update_playbook', { playbookId: playbook.id, description: 'For skippers' })
  assert.equal((await done('read_playbook', { playbookId: playbook.id })).description, 'For skippers')
  const { data } = await done('lint_agent')
  assert.ok(data.every(({ severity }: ReplyBody) => severity !== 'error'))
  assert.match(JSON.stringify(await done('search_knowledge', { q: 'When are you open?' })), /Nine to five/)
  const persona = await done('create_persona', { name: 'A skipper' })
  const { messages } = await done('try_conversation', { personaId: persona.id, turn: 'When are you open?' })
  assert.match(JSON.stringify(messages), /Nine to five/)
})

test('a test run that an assistant starts is marked as such', async () => {
  const suite = assertStatus(await agent.post('/tests/suites', { name: 'Hours' }), 201)
  const document = { key: 'opens', title: 'Opens', turns: ['When?'], expect: { checks: { textIncludes: ['five'] } } }
  assertStatus(await agent.post(`/tests/suites/${suite.id}/cases`, document), 201)
  const run = await done('run_tests', { suiteIds: [suite.id] })
  assert.equal(run.requestedBy.via, 'mcp')
  assert.equal((await done('read_test_run', { run: run.id })).requestedBy.via, 'mcp')
})

test('refusals name the fields and say what to do', async () => {
  const { isError, content } = await assistant.call('create_person', { firstName: 7, boat: 'sloop' })
  assert.ok(isError)
  assert.deepEqual([content.status, content.code], [422, 'request.invalid'])
  assert.deepEqual(content.errors.map(({ field }: ReplyBody) => field).sort(), ['boat', 'firstName'])
  assert.match(content.next, /errors\[\]/)
  const missing = await assistant.call('read_person', { personId: 'per_none' })
  assert.deepEqual([missing.isError, missing.content.status], [true, 404])
})

test('an argument that leads to another path, is missing or is unknown is refused', async () => {
  for (const personId of ['..', '.', '', undefined, 7]) {
    const { isError, content } = await assistant.call('read_person', { personId })
    assert.deepEqual([isError, content.errors], [true, [{ field: 'personId', message: 'must be an id' }]])
  }
  const sneaky = await assistant.call('read_person', { personId: '../../../../me' })
  assert.equal(sneaky.content.status, 404)
  for (const [name, args, field] of [
    ['lint_agent', { deep: true }, 'deep'],
    ['export_agent', { format: 'yaml', other: 1 }, 'other'],
    ['read_section', { section: 'secrets' }, 'section'],
    ['send_outreach', { outreachId: 'o', idempotencyKey: 'k' }, 'idempotencyKey'],
    ['read_section', { section: 'goals', agent: '..' }, 'agent'],
    ['preview_aml', { aml: 'Hi', colour: 'red' }, undefined],
  ] as const) {
    const { isError, content } = await assistant.call(name, args)
    assert.deepEqual([isError, content.code], [true, 'request.invalid'], name)
    if (field) assert.equal(content.errors[0].field, field)
  }
})

test('a list is returned in readable pages, and its token continues after each page', async () => {
  const notes = 'long '.repeat(900)
  const people = Array.from({ length: 30 }, (_, at) => ({ fullName: `Skipper ${at}`, notes, tags: ['long'] }))
  assertStatus(await agent.post('/people/import', { people }), 200)
  const seen: string[] = []
  let pageToken: string | undefined
  do {
    const { data, nextPageToken, next } = await done('list_people', { tag: 'long', pageToken })
    assert.ok(data.length > 0 && JSON.stringify(data).length < 40_000)
    assert.equal(next, nextPageToken && 'There is more: call again with pageToken.')
    seen.push(...data.map(({ id }: ReplyBody) => id))
    pageToken = nextPageToken
  } while (pageToken)
  assert.equal(new Set(seen).size, 30)
  assert.equal(seen.length, 30)
  assert.equal((await done('list_people', { limit: 1 })).data.length, 1)
})

test('a filter that only the agent defines is passed on', async () => {
  await assertStatus(await agent.put('/people-fields', { fields: [{ key: 'boat', type: 'string' }] }), 200)
  const { id } = await done('create_person', { firstName: 'Bo', customFields: { boat: 'dinghy' } })
  const { data } = await done('list_people', { 'customFields.boat': 'dinghy' })
  assert.deepEqual(
    data.map((person: ReplyBody) => person.id),
    [id],
  )
})

test('a result that is too long says how to read less', async () => {
  const facts = Array.from({ length: 60 }, (_, at) => ({
    id: `f${at}`,
    question: `What is ${at}?`,
    answer: 'long '.repeat(190),
  }))
  assertStatus(await agent.put('/knowledge/facts', { facts }), 200)
  const whole = await assistant.call('export_agent')
  assert.ok(whole.isError && /too many to read/.test(whole.content.message))
  const { document } = await done('export_agent', { sections: ['guardrails'] })
  assert.deepEqual(Object.keys(document).sort(), ['exportVersion', 'guardrails'])
  const { data, next } = await done('read_section', { section: 'facts' })
  assert.ok(data.length > 10 && data.length < 60)
  assert.match(next, /of 60/)
})

test('a message preview shows the rendering of a channel and the problems of the message', async () => {
  const preview = await done('preview_aml', { aml: 'Shall we?\n\n[[chips: Yes | No]]', channel: 'sms' })
  assert.equal(preview.channel, 'sms')
  assert.match(preview.messages[0].text, /Shall we\?/)
  const wrong = await done('preview_aml', { aml: '[[nonsense: 1]]' })
  assert.ok(wrong.problems.length + wrong.warnings.length > 0)
})

test('only the guides can be read as resources', async () => {
  const { resources } = await assistant.request('resources/list')
  const uris = resources.map(({ uri }: ReplyBody) => uri)
  assert.ok(uris.includes('parley://docs/agents') && uris.includes('parley://docs/errors'))
  const { contents } = await assistant.request('resources/read', { uri: 'parley://docs/agents' })
  assert.match(contents[0].text, /^# Configuring an agent/)
  for (const uri of ['parley://docs/../package', 'parley://docs/README', 'file:///etc/hostname'])
    assert.ok((await assistant.send({ method: 'resources/read', params: { uri } })).body.error, uri)
})

test('a prompt describes the steps with existing tools', async () => {
  const { prompts } = await assistant.request('prompts/list')
  const known = (await assistant.tools()).map(({ name }) => name)
  for (const { name, arguments: promptArguments } of prompts) {
    const given = Object.fromEntries(promptArguments.map((one: ReplyBody) => [one.name, `my ${one.name}`]))
    const { messages } = await assistant.request('prompts/get', { name, arguments: given })
    const { text } = messages[0].content
    for (const one of promptArguments) assert.ok(text.includes(`my ${one.name}`))
    const named = [...text.matchAll(/\b[a-z]+_[a-z_]+\b/g)].map(([tool]) => tool)
    assert.deepEqual(
      named.filter((tool) => !known.includes(tool)),
      [],
    )
    assert.ok((await assistant.send({ method: 'prompts/get', params: { name } })).body.error)
  }
})

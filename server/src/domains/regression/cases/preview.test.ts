import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'

const server = await createTestApp()
const greeting = { title: 'A greeting', turns: ['Hello'] }

async function arena(suite: object = {}): Promise<{ agent: TestAgent; cases: string }> {
  const agent = await createTestAgent(server)
  const { id } = assertStatus(await agent.post('/tests/suites', { name: 'Previews', ...suite }), 201)
  return { agent, cases: `/tests/suites/${id}/cases` }
}
const preview = async (agent: TestAgent, cases: string, more: object = {}): Promise<ReplyBody> =>
  assertStatus(await agent.post(`${cases}/preview`, { ...greeting, ...more }), 200)
const codes = ({ lint }: ReplyBody): string[] => lint.map(({ code }: ReplyBody) => code)

test('an unsaved document is previewed with its lint, and is not stored', async () => {
  const { agent, cases } = await arena()
  const previewed = await preview(agent, cases, {
    turns: ['Hello', { chip: 'Yes' }],
    expect: { checks: { activePlaybookAtEnd: 'none' } },
  })
  assert.equal(previewed.brief.channel, 'rcs')
  assert.deepEqual(codes(previewed).sort(), ['case.checks.playbook-unknown', 'case.turns.no-fallback'])
  for (const wrong of [{ ...greeting, surprise: 1 }, { title: 'No turns' }, null])
    assertProblem(await agent.post(`${cases}/preview`, wrong), 422, 'agent.test.invalid')
  assert.deepEqual(assertStatus(await agent.get(cases), 200).data, [])
})

test('the channel is that of the case, otherwise that of the suite, otherwise rcs', async () => {
  const { agent, cases } = await arena({ channel: 'vendorMessages' })
  assert.equal((await preview(agent, cases)).brief.channel, 'vendorMessages')
  assert.equal((await preview(agent, cases, { scenario: { channel: 'sms' } })).brief.channel, 'sms')
})

test('a stored case has the same preview as its document', async () => {
  const { agent, cases } = await arena()
  const { id } = assertStatus(await agent.post(cases, greeting), 201)
  const stored = assertStatus(await agent.post(`${cases}/${id}/preview`), 200)
  assert.deepEqual(stored.resolved, (await preview(agent, cases)).resolved)
  assertProblem(await agent.post(`${cases}/none/preview`), 404, 'agent.test.not_found')
})

test('a saved persona is the person of the preview; a missing one is reported', async () => {
  const { agent, cases } = await arena()
  const persona = { name: 'Robin', channel: 'rcs', fields: { firstName: 'Robin' } }
  const { id } = assertStatus(await agent.post('/personas', persona), 201)
  const known = await preview(agent, cases, { scenario: { persona: { id } } })
  assert.equal(JSON.stringify(known.brief.person).includes('Robin'), true)
  const unknown = await preview(agent, cases, { scenario: { persona: { id: 'none' } } })
  assert.ok(codes(unknown).includes('case.persona.unknown'))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRuntimeBench, promptTextOf, type ScriptedModelLine } from '../../../testing/runtime-bench.ts'
import { ModelError } from '../models/model.ts'

const bench = await createRuntimeBench()
const { play, inputs } = bench
const agent = await bench.agent({
  messageTemplates: [{ id: 'welcome', name: 'Welcome', body: 'Welcome.' }],
  playbooks: [{ id: 'general', name: 'General', body: 'Ask for the email.', uses: ['people'], isDefault: true }],
})
const path = '/playbooks/general/flow:generate'

const flow = {
  id: 'mail',
  name: 'Mail',
  slots: [{ name: 'mail', type: 'email', bind: 'person.email', prompt: 'Your email?' }],
  steps: [{ collect: 'mail' }, { say: 'Thanks.' }, { end: { outcome: 'told' } }],
}
const written = (change: object = {}) => JSON.stringify({ flow: { ...flow, ...change }, notes: 'Short.' })
const unused = { steps: [{ action: 'scheduling.book' }, { end: { outcome: 'booked' } }] }
const usage = { inputTokens: 10, outputTokens: 3, cacheReadTokens: 0 }

async function generate(body: object | undefined, ...lines: ScriptedModelLine[]): Promise<ReplyBody> {
  play(...lines)
  return assertStatus(await agent.api.post(path, body), 200)
}

test('a flow that is valid at the first attempt is returned with its lint and its dry run, and nothing is stored', async () => {
  const made = await generate(undefined, { text: `Here it is:\n\`\`\`json\n${written()}\n\`\`\``, usage })
  assert.deepEqual([made.ok, made.attempts, made.model, made.notes], [true, 1, 'scripted:scripted', 'Short.'])
  assert.deepEqual([made.schema, made.lint.errors, made.error], [{ ok: true, errors: [] }, [], undefined])
  assert.deepEqual([made.dryRun.reachedEnd, made.dryRun.outcome], [true, 'told'])
  assert.deepEqual([made.usage, made.brief], [{ input: 10, output: 3 }, 'Ask for the email.'])
  assert.equal(made.flow.generatedFrom.model, 'scripted:scripted')
  const playbook = assertStatus(await agent.api.get('/playbooks/general'), 200)
  assert.equal(playbook.flow, undefined)
  assertStatus(await agent.api.patch('/playbooks/general', { flow: made.flow }), 200)
  const { data } = assertStatus(await agent.api.get('/lint'), 200)
  assert.ok(
    !data.some(({ code }: ReplyBody) => code === 'flow.body.stale'),
    'it is signed with the body that it was made from',
  )
  assertStatus(await agent.api.patch('/playbooks/general', { flow: null }), 200)
})

test('a flow with errors is written again with the findings', async () => {
  const made = await generate(
    { brief: 'Only the email.' },
    { text: written(unused), usage },
    { text: written(), usage },
  )
  assert.deepEqual(
    [made.ok, made.attempts, made.usage, made.brief],
    [true, 2, { input: 20, output: 6 }, 'Only the email.'],
  )
  assert.match(promptTextOf(inputs()[0] as never), /Only the email\./)
  assert.match(promptTextOf(inputs()[1] as never), /The flow is not valid: .*scheduling/)
})

test('uses determines the tools that the flow may use', async () => {
  const made = await generate({ uses: ['scheduling'] }, written(unused))
  assert.deepEqual([made.ok, made.attempts], [true, 1])
})

const hopeless: [string, string, RegExp][] = [
  ['no JSON', 'I would rather not.', /not a JSON object/],
  ['nothing', '', /not a JSON object/],
  ['another shape', written({ steps: [{ leap: 'far' }] }), /is not valid/],
  [
    'a step that leads nowhere',
    written({ steps: [{ branch: [{ if: 'mail exists', goto: 'nowhere' }] }] }),
    /is not valid/,
  ],
  [
    'a circle',
    written({
      steps: [
        { id: 'a', say: 'Hi' },
        { branch: [], else: 'a' },
      ],
    }),
    /is not valid/,
  ],
]
for (const [name, text, error] of hopeless) {
  test(`if a model writes ${name} three times, ok is false and the findings are returned`, async () => {
    const made = await generate({}, text)
    assert.deepEqual([made.ok, made.attempts, inputs().length], [false, 3, 3])
    assert.match(made.error, error)
    assert.ok(made.schema.errors.length + made.lint.errors.length > 0 || made.dryRun?.reachedEnd === false)
  })
}

test('an unreachable model returns 502, also in a later attempt', async () => {
  play(new ModelError('unreachable', 'nobody there'))
  assertProblem(await agent.api.post(path, {}), 502, 'agent.flow.authoring_unreachable')
  play('nothing', new ModelError('timeout', 'too slow'))
  assertProblem(await agent.api.post(path, {}), 502, 'agent.flow.authoring_unreachable')
})

test('a malformed body returns 400, an unknown playbook 404, and the embedded model, which writes no flows, 503', async () => {
  play(written())
  for (const body of [[], { brief: 7 }, { uses: 'people' }, { other: true }]) {
    assertProblem(await agent.api.post(path, body), 400, 'request.malformed')
  }
  assertProblem(await agent.api.post('/playbooks/none/flow:generate', {}), 404, 'resource.not_found')
  assert.equal(inputs().length, 0)
  const plain = await createTestAgent(await createTestApp())
  const [{ id }] = assertStatus(await plain.get('/playbooks'), 200).data
  assertProblem(await plain.post(`/playbooks/${id}/flow:generate`, {}), 503, 'agent.flow.authoring_unavailable')
})

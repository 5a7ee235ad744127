import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRegressionBench, failingCase, type RegressionAgent } from '../../../testing/regression-bench.ts'

/** The gate of publishing: which run of a draft opens it. */

const bench = await createRegressionBench()
const minute = 60_000

/** An agent with a gate, a suite that passes, and a draft with a change. */
async function createGatedAgent(gate: object = {}) {
  const agent = await bench.agent()
  const suiteId = await agent.suite()
  await agent.case(suiteId)
  const { id: draftId } = assertStatus(await agent.post('/drafts', { name: 'Draft' }), 201)
  assertStatus(await agent.put('/settings/publishing', { requireDraft: true, gate }), 200)
  const edit = async (text: string) =>
    assertStatus(await agent.put('/personality', { text }, { 'x-svc-draft': draftId }), 200)
  await edit('Brief.')
  return { agent, suiteId, draftId, edit, publish: () => agent.post(`/drafts/${draftId}/_publish`, {}) }
}

async function assertRefused(agent: RegressionAgent, draftId: string, expected: object): Promise<void> {
  const before = assertStatus(await agent.get('/versions'), 200)
  const refusal = await agent.post(`/drafts/${draftId}/_publish`, {})
  assertProblem(refusal, 409, 'agent.draft.gate_failed')
  const { runId, passRate, failing } = refusal.body
  assert.deepEqual({ runId, passRate, failing }, { runId: undefined, passRate: undefined, ...expected })
  assert.deepEqual(assertStatus(await agent.get('/versions'), 200), before)
  assertStatus(await agent.get(`/drafts/${draftId}`), 200)
}

test('a run of the draft as it is now opens the gate; runs of live or of the draft before an edit do not', async () => {
  const { agent, draftId, edit, publish } = await createGatedAgent()
  await agent.runAndWait()
  await assertRefused(agent, draftId, { failing: [] })
  await agent.runAndWait({ draftId })
  await edit('Warm.')
  await assertRefused(agent, draftId, { failing: [] })
  await agent.runAndWait({ draftId })
  const { version } = assertStatus(await publish(), 200)
  const [top] = assertStatus(await agent.get('/versions'), 200).data
  assert.equal(top.version, version)
  assert.equal(assertStatus(await agent.get('/personality'), 200).text, 'Warm.')
})

test('a run that passed too little is named with its rate and its failing cases, until minPassRate allows it', async () => {
  const { agent, suiteId, draftId, publish } = await createGatedAgent()
  const failing = await agent.case(suiteId, failingCase)
  const { run } = await agent.runAndWait({ draftId })
  await assertRefused(agent, draftId, { runId: run.id, passRate: 0.5, failing: [failing] })
  assertStatus(await agent.put('/settings/publishing', { gate: { minPassRate: 0.5 } }), 200)
  assertStatus(await publish(), 200)
})

test('a run older than maxAgeMinutes is refused with its rate', async () => {
  const { agent, draftId, publish } = await createGatedAgent({ maxAgeMinutes: 10 })
  const { run } = await agent.runAndWait({ draftId })
  bench.world.advance(11 * minute)
  await assertRefused(agent, draftId, { runId: run.id, passRate: 1, failing: [] })
  await agent.runAndWait({ draftId })
  assertStatus(await publish(), 200)
})

test('of a run with more suites, only the cases of the suites of the gate count', async () => {
  const { agent, suiteId, draftId, publish } = await createGatedAgent()
  const other = await agent.suite({ name: 'Other' })
  await agent.case(other, failingCase)
  assertStatus(await agent.put('/settings/publishing', { gate: { suiteIds: [suiteId] } }), 200)
  await agent.runAndWait({ draftId, suiteIds: [other] })
  await assertRefused(agent, draftId, { failing: [] })
  await agent.runAndWait({ draftId, suiteIds: [suiteId, other] })
  assertStatus(await publish(), 200)
})

test('a gate that demands no flow errors refuses a draft whose flow has one, which lint shows as a warning', async () => {
  const { agent, draftId, publish } = await createGatedAgent({ noFlowErrors: true })
  const inside = { 'x-svc-draft': draftId }
  const setSteps = async (...steps: object[]) => {
    const flow = { id: 'main', slots: [], steps }
    assertStatus(await agent.patch('/playbooks/paint', { flow }, inside), 200)
    await agent.runAndWait({ draftId })
  }
  const readFlowFindings = async () => {
    const { data } = assertStatus(await agent.get('/lint', inside), 200)
    return data
      .filter(({ code }: ReplyBody) => code === 'flow.dead_end')
      .map(({ severity, path }: ReplyBody) => [severity, path])
  }
  await setSteps({ say: 'Welcome.' })
  assert.deepEqual(await readFlowFindings(), [['warning', 'playbooks[0].flow.steps[0]']])
  await assertRefused(agent, draftId, { failing: [] })
  assert.match((await publish()).body.detail, /^Verification finds an error at playbooks\[0\]\.flow\.steps\[0\]: /)
  await setSteps({ say: 'Welcome.' }, { end: { outcome: 'greeted' } })
  assert.deepEqual(await readFlowFindings(), [])
  assertStatus(await publish(), 200)
})

test('settings that do not fit are refused, and defaults are filled in', async () => {
  const { agent } = await createGatedAgent()
  const settings = '/settings/publishing'
  for (const gate of [{ minPassRate: 1.1 }, { minPassRate: -1 }, { maxAgeMinutes: 0 }, { suiteIds: ['ste_none'] }])
    assertProblem(await agent.put(settings, { gate }), 422, 'request.invalid')
  assertStatus(await agent.put(settings, { gate: {} }), 200)
  const expected = { requireDraft: false, gate: { minPassRate: 1, maxAgeMinutes: 60 } }
  assert.deepEqual(assertStatus(await agent.get(settings), 200), expected)
  assert.deepEqual(assertStatus(await agent.put(settings, {}), 200), { requireDraft: false })
})

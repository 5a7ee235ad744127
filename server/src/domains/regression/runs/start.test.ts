import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRegressionBench, greeterAgent, type RegressionAgent } from '../../../testing/regression-bench.ts'

const bench = await createRegressionBench()
const { pool } = bench

/** Two suites: x (smoke) and y (slow) in one, z (smoke, slow) in the other. */
async function selectable() {
  const agent = await bench.agent()
  const [one, two] = [await agent.suite(), await agent.suite({ name: 'Second' })]
  const x = await agent.case(one, { key: 'x', tags: ['smoke'] })
  const y = await agent.case(one, { key: 'y', tags: ['slow'], samples: 2 })
  const z = await agent.case(two, { key: 'z', tags: ['smoke', 'slow'] })
  return { agent, one, two, x, y, z }
}

/** The samples that a selection stores, such as `x1 y1 y2`. */
async function assertAccepted(agent: RegressionAgent, wish: object): Promise<string> {
  const id = await agent.start(wish)
  const rows = await agent.results(id)
  await agent.applyCommand(id, 'cancel')
  return rows.map(({ caseKey, sample }) => `${caseKey}${sample}`).join(' ')
}

const nothingStarted = async ({ key }: RegressionAgent) => {
  const { rows } = await pool.query('select id from test_runs where agent_key = $1', [key.key])
  assert.deepEqual(rows, [])
}

test('suites, cases and tags select: every non-empty list must match; an empty selection means everything', async () => {
  const { agent, one, two, x, y, z } = await selectable()
  const wishes: [wish: object, status: string][] = [
    [{}, 'x1 y1 y2 z1'],
    [{ suiteIds: [], caseIds: [], tags: [] }, 'x1 y1 y2 z1'],
    [{ suiteIds: [one] }, 'x1 y1 y2'],
    [{ suiteIds: [two, one, two] }, 'x1 y1 y2 z1'],
    [{ caseIds: [z, x] }, 'x1 z1'],
    [{ tags: ['slow'] }, 'y1 y2 z1'],
    [{ tags: ['smoke', 'slow'] }, 'x1 y1 y2 z1'],
    [{ suiteIds: [one], tags: ['smoke'] }, 'x1'],
    [{ suiteIds: [one], caseIds: [y, z], tags: ['slow'] }, 'y1 y2'],
    [{ caseIds: [x, y], samplesOverride: 3 }, 'x1 x2 x3 y1 y2 y3'],
    [{ caseIds: [y], samplesOverride: 1 }, 'y1'],
  ]
  for (const [wish, expected] of wishes) assert.equal(await assertAccepted(agent, wish), expected, JSON.stringify(wish))
})

test('an unknown item, one of another agent or an empty selection is refused, and no run is created', async () => {
  const { agent, one, x } = await selectable()
  const other = await bench.agent()
  const theirs = await other.case(await other.suite())
  const refusals: [wish: object, status: number, code: string, ...fields: string[]][] = [
    [{ suiteIds: [one, 'ste_none'] }, 404, 'agent.test.not_found'],
    [{ caseIds: [x, theirs] }, 404, 'agent.test.not_found'],
    [{ tags: ['none'] }, 422, 'agent.test.invalid'],
    [{ caseIds: [x], tags: ['slow'] }, 422, 'agent.test.invalid'],
    [{ samplesOverride: 6 }, 422, 'request.invalid', 'samplesOverride'],
    [{ samplesOverride: 0 }, 422, 'request.invalid', 'samplesOverride'],
    [{ suites: [one] }, 422, 'request.invalid', 'suites'],
    [{ tags: 'smoke' }, 422, 'request.invalid', 'tags'],
  ]
  for (const [wish, ...problem] of refusals) assertProblem(await agent.post('/tests/runs', wish), ...problem)
  await nothingStarted(agent)
  const bare = await bench.agent()
  assertProblem(await bare.post('/tests/runs'), 422, 'agent.test.invalid')
})

test('each case with lint errors is listed with its findings; the others still run', async () => {
  const agent = await bench.agent()
  const suite = await agent.suite()
  const sound = await agent.case(suite)
  const lost = { expect: { checks: { activePlaybookAtEnd: 'bicycles' } } }
  const faulty = [await agent.case(suite, lost), await agent.case(suite, lost)]
  assertStatus(await agent.del('/playbooks/bicycles'), 204)
  const reply = await agent.post('/tests/runs', {})
  assertProblem(reply, 422, 'agent.test.invalid')
  assert.deepEqual(
    reply.body.lint.map(({ caseId, findings }: ReplyBody) => [caseId, findings[0].code, findings[0].path]),
    faulty.map((id) => [id, 'case.checks.playbook-unknown', '/expect/checks/activePlaybookAtEnd']),
  )
  await nothingStarted(agent)
  assert.equal((await agent.runAndWait({ caseIds: [sound] })).run.counts.passed, 1)
})

test('a run stores its cases as they are: later changes or deletions do not affect it', async () => {
  const agent = await bench.agent()
  const suite = await agent.suite()
  const changed = await agent.case(suite, { key: 'changed' })
  const deletedCase = await agent.case(suite, { key: 'gone' })
  const id = await agent.start()
  const change = { title: 'Other', turns: ['Bye'], expect: { checks: { textIncludes: ['unicorn'] } } }
  assertStatus(await agent.put(`/tests/suites/${suite}/cases/${changed}`, change), 200)
  assertStatus(await agent.del(`/tests/suites/${suite}/cases/${deletedCase}`), 204)
  const { results, states } = await agent.waitForRun(id)
  assert.deepEqual(states, ['passed', 'passed'])
  assert.deepEqual(results[0].caseSnapshot.turns, ['Hello'])
  assert.deepEqual([results[0].caseTitle, results[1].caseId], ['A greeting', deletedCase])
})

test('a run records who requested it, by the user or by the header', async () => {
  const agent = await bench.agent()
  await agent.case(await agent.suite())
  const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
  const member = await bench.server.member(org, 'editor')
  const requestedBy = async (by: Pick<RegressionAgent, 'post'>, svcAgent?: string) => {
    const headers = svcAgent === undefined ? undefined : { 'x-svc-agent': svcAgent }
    const run = assertStatus(await by.post('/tests/runs', {}, headers), 202)
    await agent.applyCommand(run.id, 'cancel')
    return run.requestedBy
  }
  assert.deepEqual(await requestedBy(agent), { via: 'api' })
  assert.deepEqual(await requestedBy(agent, 'mcp'), { via: 'mcp' })
  assert.deepEqual(await requestedBy(agent, 'copilot'), { via: 'copilot' })
  assert.deepEqual(await requestedBy(agent, 'schedule'), { via: 'api' })
  assert.deepEqual(await requestedBy(agent.by(member)), { userId: member.userId, via: 'console' })
  assert.deepEqual(await requestedBy(agent.by(member), 'copilot'), { userId: member.userId, via: 'copilot' })
  const viewer = await bench.server.member(org, 'viewer')
  assertProblem(await agent.by(viewer).post('/tests/runs', {}), 403, 'auth.forbidden')
})

test('the hash of the definition changes with the definition, and only then', async () => {
  const agent = await bench.agent()
  const suite = await agent.suite()
  await agent.case(suite)
  const hash = async () => {
    const id = await agent.start()
    const { attribution } = await agent.applyCommand(id, 'cancel')
    assert.deepEqual(attribution.llm, { provider: 'scripted', model: 'scripted' })
    return attribution.definitionHash as string
  }
  const first = await hash()
  assert.equal(await hash(), first)
  bench.world.advance(1000)
  await agent.case(suite)
  assertStatus(await agent.post('/import', { exportVersion: 1, ...greeterAgent }), 200)
  assert.equal(await hash(), first, 'written again as it was')
  assertStatus(await agent.patch('/playbooks/paint', { body: 'Sell more paint.' }), 200)
  assert.notEqual(await hash(), first)
  assertStatus(await agent.patch('/playbooks/paint', { body: 'Sell paint.' }), 200)
  assert.equal(await hash(), first)
})

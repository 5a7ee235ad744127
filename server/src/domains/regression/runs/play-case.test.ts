import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import {
  createRegressionBench,
  createUnreachableError,
  modelOnlyAgent,
  passingCase,
  type RegressionAgent,
} from '../../../testing/regression-bench.ts'

/** One case, from its scenario to its verdict. */

const tokens = (inputTokens: number, outputTokens = 0, cacheReadTokens = 0) => ({
  usage: { inputTokens, outputTokens, cacheReadTokens },
})
const verdict = (pass: boolean) => ({
  object: {
    criteria: [{ id: 'kind', pass, reason: 'So it is.', evidence: 'Hello.' }],
    summary: 'Judged.',
    worstTurn: 0,
  },
})
const bench = await createRegressionBench({ judgeKind: 'by model' })
const { play, playJudge } = bench
const isJudged = { expect: { judge: { criteria: [{ id: 'kind', text: 'The agent is kind.' }] } } }

const inShort = ({ state, error }: ReplyBody): string => [state, error?.stage].filter(Boolean).join(' ')

test('a case without a verdict errs with its stage and reason, is never a failure, and costs nothing', async () => {
  const agent = await bench.agent()
  const opener = { id: 'opener', name: 'Opener', body: 'Paint is cheap today.' }
  assertStatus(await agent.post('/message-templates', opener), 201)
  assertStatus(await agent.post('/outreach', { id: 'spring', name: 'Spring', openerTemplateId: 'opener' }), 201)
  const suite = await agent.suite()
  const { id: persona } = assertStatus(await agent.post('/personas', { name: 'Robin' }), 201)
  const cases: Record<string, object> = {
    'a draft': { turns: [], brief: { scenario: 'Somebody greets.', expected: 'A greeting.' } },
    'a simulation': { turns: ['Hello', { simulate: { goal: 'Get paint' } }] },
    'nothing to tap': { turns: [{ chip: 'Red paint' }] },
    'a persona that goes': { scenario: { persona: { id: persona } } },
    'an Outreach that goes': { scenario: { start: { outreach: { outreachId: 'spring' } } } },
    'a playbook that goes': { scenario: { start: { resume: { activePlaybook: 'bicycles' } } } },
    'a reminder of nothing': { scenario: { start: { reminder: true } } },
    'a chip that is there': { turns: ['Hello', { chip: 'red' }], expect: { checks: { textIncludes: ['unicorn'] } } },
  }
  for (const [title, change] of Object.entries(cases)) await agent.case(suite, { title, ...change })
  const id = await agent.start()
  assertStatus(await agent.del(`/personas/${persona}`), 204)
  assertStatus(await agent.del('/outreach/spring'), 204)
  assertStatus(await agent.del('/playbooks/bicycles'), 204)
  const { run, results } = await agent.waitForRun(id)
  const outcomes = Object.fromEntries(results.map((result) => [result.caseTitle, inShort(result)]))
  assert.deepEqual(outcomes, {
    'a draft': 'errored scenario',
    'a simulation': 'errored simulate',
    'nothing to tap': 'errored turn',
    'a persona that goes': 'errored scenario',
    'an Outreach that goes': 'errored scenario',
    'a playbook that goes': 'errored scenario',
    'a reminder of nothing': 'errored scenario',
    'a chip that is there': 'failed',
  })
  for (const { state, error } of results) if (state === 'errored') assert.match(error.message, /\w{3}.*/)
  assert.deepEqual([run.counts.failed, run.counts.errored, run.usage.units], [1, 7, 1])
  assert.equal((await agent.quota()).org.used, 1)
})

test('a failing model gives no verdict on the agent, and the case always ends', async () => {
  const agent = await bench.agent(modelOnlyAgent)
  const suite = await agent.suite()
  await agent.case(suite, { expect: { checks: { noWarnings: true } } })
  play(createUnreachableError())
  const away = await agent.runAndWait()
  const { error } = away.results[0]
  assert.deepEqual([away.run.status, away.states, error.stage], ['completed', ['errored'], 'turn'])
  assert.match(error.message, /Turn 1: the model failed/)
  play(new Error('a fault of our own'))
  assert.deepEqual((await agent.runAndWait()).states, ['failed'])
  play('Hello.')
  assert.deepEqual((await agent.runAndWait()).states, ['passed'])
})

test('a case costs a unit per 40,000 weighted tokens; over 8 units it errs at stage budget and is not billed', async () => {
  const agent = await bench.agent(modelOnlyAgent)
  const suite = await agent.suite()
  await agent.case(suite, { turns: ['One', 'Two'] })
  play({ text: 'Hello.', ...tokens(100_000, 10_000, 100_000) })
  const { run, results } = await agent.runAndWait()
  assert.deepEqual([results[0].state, results[0].usage.units], ['passed', 8])
  assert.deepEqual(results[0].usage.agent, {
    ...{ inputTokens: 200_000, outputTokens: 20_000, cacheReadTokens: 200_000, weighted: 320_000 },
  })
  assert.deepEqual([run.usage.units, run.usage.outputTokens, (await agent.quota()).agent.used], [8, 20_000, 8])
  play({ text: 'Hello.', ...tokens(100_000, 10_000, 100_001) })
  const over = await agent.runAndWait()
  assert.deepEqual([inShort(over.results[0]), over.run.usage.units], ['errored budget', 0])
  assert.equal((await agent.quota()).agent.used, 8)
  play({ text: 'Hello.', ...tokens(160_000) })
  playJudge({ ...verdict(true), ...tokens(1) })
  await agent.case(suite, { title: 'Judged', turns: ['One', 'Two'], ...isJudged })
  const judged = await agent.runAndWait()
  assert.deepEqual(judged.results.map(inShort), ['passed', 'errored budget'], 'what is judged is part of the cost')
  play('Hello.')
})

test('every criterion must be met; a judge that fails twice makes only its case err', async () => {
  const agent = await bench.agent(modelOnlyAgent)
  await agent.case(await agent.suite(), isJudged)
  play('Hello.')
  playJudge({ ...verdict(false), ...tokens(7, 2) })
  const failed = await agent.runAndWait()
  assert.deepEqual([failed.results[0].state, failed.results[0].judge.criteria[0].pass], ['failed', false])
  assert.deepEqual([failed.run.usage.judgeTokens, failed.results[0].usage.judge.weighted], [9, 17])
  let tries = 0
  playJudge(() => (++tries === 1 ? createUnreachableError() : verdict(true)))
  assert.deepEqual((await agent.runAndWait()).states, ['passed'], 'a second try is as good')
  playJudge({ object: { criteria: [], summary: '', worstTurn: 0 } })
  const { used } = (await agent.quota()).org
  const erred = await agent.runAndWait()
  assert.deepEqual([inShort(erred.results[0]), erred.run.counts.failed], ['errored judge', 0])
  assert.equal((await agent.quota()).org.used, used)
})

/** Executes the command while the only case of a new run is being judged. */
async function whileJudged(agent: RegressionAgent, verb: string): Promise<string> {
  await agent.case(await agent.suite(), isJudged)
  const id = await agent.start()
  playJudge(async () => {
    await agent.applyCommand(id, verb)
    return verdict(true)
  })
  await bench.work()
  return id
}

test('a run paused during its last judgment still gets the verdict, and ends when resumed; one event is published', async () => {
  const agent = await bench.agent(modelOnlyAgent)
  const id = await whileJudged(agent, 'pause')
  const paused = await agent.readRun(id)
  assert.deepEqual([paused.status, paused.counts.passed, paused.pending], ['paused', 1, 0])
  assert.equal((await agent.applyCommand(id, 'resume')).status, 'completed')
  const { rows } = await bench.pool.query(`select data from outbox where type = 'test.run.completed' and org_id = $1`, [
    agent.orgId,
  ])
  assert.equal(rows.length, 1)
  const { counts, ...data } = rows[0].data
  assert.deepEqual(data, { agentId: agent.id, runId: id, status: 'completed' })
  assert.deepEqual(counts, { total: 1, passed: 1, failed: 0, errored: 0, skipped: 0 })
})

test('after a cancellation during the judgment the verdict is ignored and costs nothing', async () => {
  const agent = await bench.agent(modelOnlyAgent)
  const { run, results } = await agent.waitForRun(await whileJudged(agent, 'cancel'))
  assert.deepEqual([run.status, results[0].state, run.counts.passed, run.usage.units], ['cancelled', 'cancelled', 0, 0])
  assert.equal((await agent.quota()).org.used, 0)
})

test('the longest possible case is played to its end, and no regular expression blocks a run', async () => {
  const agent = await bench.agent(modelOnlyAgent)
  const suite = await agent.suite()
  await agent.case(suite, { title: 'Long', turns: Array.from({ length: 40 }, (_, n) => `${n} ${'é'.repeat(3997)}`) })
  await agent.case(suite, {
    title: 'Hostile',
    turns: ['Hello', { chip: '/(a+)+$/i', fallback: 'a' }],
    expect: { checks: { textMatches: ['^(a+)+$', '(.*)*b', '(a|aa)+$'] } },
  })
  play(`${'a'.repeat(1500)}!\n\n[[chips: ${'a'.repeat(24)}! | Other]]`)
  const { results } = await agent.runAndWait()
  const [long, hostile] = results
  assert.deepEqual([long.state, long.transcript.length, long.turnIds.length], ['passed', 80, 40])
  assert.deepEqual(
    hostile.checks.map(({ pass }: ReplyBody) => pass),
    [false, false, false],
  )
  assert.equal(hostile.transcript.filter(({ via }: ReplyBody) => via === 'text').length, 2)
  play('Hello.')
})

test('a case is played on its own channel, otherwise on that of its suite, otherwise on rcs', async () => {
  const agent = await bench.agent()
  const [plain, sms] = [await agent.suite(), await agent.suite({ channel: 'sms' })]
  await agent.case(plain, passingCase)
  await agent.case(sms, passingCase)
  await agent.case(sms, { ...passingCase, scenario: { channel: 'messengerA' } })
  const { results } = await agent.runAndWait()
  const channels = results.map(async ({ userId }) => {
    const { rows } = await bench.pool.query('select channel from sandbox_people where asid = $1', [userId])
    return rows[0].channel
  })
  assert.deepEqual(await Promise.all(channels), ['rcs', 'sms', 'messengerA'])
})

test('checks of a turn decide the case by the reply to that turn', async () => {
  const agent = await bench.agent()
  const flow = {
    slots: [{ name: 'kind', type: 'enum', options: ['Boat', 'Car'] }],
    steps: [
      { say: 'Alpha words.' },
      { collect: 'kind' },
      { action: 'people.save', with: { company: '{kind}' }, on_error: 'handoff' },
      { say: 'Beta words.' },
      { end: { outcome: 'done' } },
    ],
  }
  assertStatus(await agent.post('/playbooks', { name: 'Stages', uses: ['people'], flow, isDefault: true }), 201)
  const suite = await agent.suite()
  const saved = { 'tool.called': { name: 'people.save', with: { company: 'Boat' } } }
  const alpha = {
    text: 'Hello',
    expect: [{ textIncludes: ['Alpha words'] }, { 'latency.under': { milliseconds: 60_000 } }],
  }
  const cases = {
    'each at its turn': [alpha, { chip: 'Boat', expect: [{ textIncludes: ['Beta words'] }, saved] }],
    'at the wrong turn': [{ text: 'Hello', expect: [saved] }, 'Boat'],
  }
  for (const [title, turns] of Object.entries(cases)) await agent.case(suite, { title, turns })
  const { results } = await agent.waitForRun(await agent.start())
  assert.deepEqual(Object.fromEntries(results.map(({ caseTitle, state }) => [caseTitle, state])), {
    'each at its turn': 'passed',
    'at the wrong turn': 'failed',
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRegressionBench } from '../../../testing/regression-bench.ts'

/** Time passes in a test case, for its person alone. */

const bench = await createRegressionBench()

test('a case waits with a directive, and its checks see what was sent meanwhile', async () => {
  const agent = await bench.agent()
  for (const [id, body] of Object.entries({ opener: 'Our spring offer is here.', nudge: 'Still interested?' }))
    assertStatus(await agent.post('/message-templates', { id, name: id, body }), 201)
  const followUp = { templateId: 'nudge', delayMinutes: 60 }
  const outreach = { id: 'spring', name: 'Spring', openerTemplateId: 'opener', followUp }
  assertStatus(await agent.post('/outreach', outreach), 201)
  const suite = await agent.suite()
  const turns = ['Hello', { wait: { minutes: 45 } }, 'Are you there?']
  await agent.case(suite, { turns })
  await agent.case(suite, {
    scenario: {
      start: { outreach: { outreachId: 'spring' } },
      persona: { preset: { consent: { status: 'granted' } } },
    },
    turns: [{ wait: { minutes: 85 }, expect: [{ textIncludes: ['Still interested?'] }] }, 'Yes'],
  })
  const id = await agent.start()
  await agent.waitForRun(id)
  const { counts } = assertStatus(await agent.get(`/tests/runs/${id}`), 200)
  const { data } = assertStatus(await agent.get(`/tests/runs/${id}/results`), 200)
  const results: ReplyBody[] = []
  for (const one of data) results.push(assertStatus(await agent.get(`/tests/runs/${id}/results/${one.id}`), 200))
  assert.equal(counts.passed, 2, JSON.stringify(results))
  const waits = results.flatMap(({ transcript }) => transcript).filter(({ role }: ReplyBody) => role === 'system')
  assert.deepEqual(waits.map(({ text }: ReplyBody) => text).sort(), [
    '45 minutes later: session.ended',
    '85 minutes later: session.ended, followUp',
  ])
  const { data: cases } = assertStatus(await agent.get(`/tests/suites/${suite}/cases`), 200)
  assert.ok(cases.some((one: ReplyBody) => JSON.stringify(one.turns) === JSON.stringify(turns)))
})

test('a wait is a whole number of minutes, up to a year', async () => {
  const agent = await bench.agent()
  const suite = await agent.suite()
  for (const minutes of [0, 525_601, 1.5, '5']) {
    const reply = await agent.post(`/tests/suites/${suite}/cases`, { title: 'No', turns: [{ wait: { minutes } }] })
    assert.equal(reply.status, 422)
    assert.match(JSON.stringify(reply.body), /minutes/)
  }
})

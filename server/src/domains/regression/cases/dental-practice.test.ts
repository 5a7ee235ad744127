import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRegressionBench, type RegressionAgent } from '../../../testing/regression-bench.ts'

/** The agent template of a dental practice with its two locations: verification, and cases for its flows. */

const bench = await createRegressionBench()
const templateId = '@svc/agent.dental-practice'

async function createPractice(document: object = {}): Promise<RegressionAgent> {
  const agent = await bench.agent(document)
  const { applied } = assertStatus(await agent.post('/apply-template', { templateId }), 200)
  assert.ok(applied.includes('capabilities.locations'))
  return agent
}

test('the template brings two locations with hours and phones, where any representatives of the agent work', async () => {
  const representatives = [{ id: 'ida', name: 'Ida' }]
  const agent = await createPractice()
  const { data } = assertStatus(await agent.get('/locations'), 200)
  assert.equal(data.length, 2)
  for (const { phone, address, hours, representativeIds } of data) {
    assert.ok(phone && address && hours.length > 0)
    assert.equal(representativeIds, undefined)
  }
  const findings = assertStatus(await agent.get('/lint'), 200).data
  assert.deepEqual(
    findings.filter(({ severity, path }: ReplyBody) => severity !== 'advice' && path.startsWith('playbooks')),
    [],
  )
  assertStatus(await agent.put('/scheduling', { representatives }), 200)
})

test('its flows have no faults, and a case for every way of them passes', async () => {
  const operator = { provider: 'email', toAddress: 'team@example.com' }
  const agent = await createPractice({ capabilities: { notifications: { operator } } })
  const { data: playbooks } = assertStatus(await agent.get('/playbooks'), 200)
  for (const { id, flow } of playbooks) {
    if (!flow) continue
    const { findings } = assertStatus(await agent.post(`/playbooks/${id}/flow/verify`, {}), 200)
    assert.deepEqual(
      findings.filter(({ severity }: ReplyBody) => severity === 'error'),
      [],
      id,
    )
  }
  const suite = await agent.suite()
  const generated = await agent.post(`/tests/suites/${suite}/cases/generate`, { source: 'coverage' })
  const { cases } = assertStatus(generated, 201)
  const asksWhere = cases.filter(({ turns }: ReplyBody) => JSON.stringify(turns).includes('practice'))
  assert.ok(asksWhere.length > 0)
  const moved = cases.find(({ title }: ReplyBody) => title.endsWith('rescheduled'))
  assert.deepEqual(moved.scenario.appointments, [{ startsIn: 'P2D', locationId: 'old-town' }])
  const { results } = await agent.runAndWait({ suiteIds: [suite] })
  const broken = results.filter(({ state }: ReplyBody) => state !== 'passed')
  assert.deepEqual(
    broken.map(({ caseTitle, state, checks, error }: ReplyBody) => ({ caseTitle, state, checks, error })),
    [],
  )
})

test('its booking flow asks which location, and books there', async () => {
  const agent = await createPractice()
  const suite = await agent.suite()
  await agent.case(suite, {
    scenario: { start: { resume: { activePlaybook: 'book-an-appointment' } } },
    turns: [
      'Hello',
      'I would like a check-up',
      'The Riverside one please',
      { slot: 0, fallback: 'The first one' },
      'Ada',
      '+12025550199',
    ],
    expect: { checks: { outcomes: ['booked'] } },
  })
  const { results } = await agent.runAndWait({ suiteIds: [suite] })
  const [{ state, effects, transcript, checks }] = results
  assert.equal(state, 'passed', JSON.stringify([checks, transcript]))
  const booked = effects.find(({ kind }: ReplyBody) => kind === 'appointment.booked')
  assert.equal(booked.payload.locationId, 'riverside')
})

test('who declines to cancel keeps the appointment, and who confirms loses it', async () => {
  const agent = await createPractice()
  const suite = await agent.suite()
  for (const [reply, outcome, activeAppointments] of [
    ['No', 'kept', 1],
    ['Yes', 'cancelled', 0],
  ] as const) {
    const appointments = [{ startsIn: 'P2D', locationId: 'riverside' }]
    await agent.case(suite, {
      title: reply,
      scenario: { appointments, start: { resume: { activePlaybook: 'move-or-cancel-an-appointment' } } },
      turns: ['Hello', 'Cancel it', reply],
      expect: { checks: { outcomes: [outcome], activeAppointments } },
    })
  }
  const { results } = await agent.runAndWait({ suiteIds: [suite] })
  for (const { state, checks, transcript } of results)
    assert.equal(state, 'passed', JSON.stringify([checks, transcript]))
  assert.equal(results.length, 2)
})

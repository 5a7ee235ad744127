import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { stillWorld } from '../../../platform/world.ts'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../testing/client.ts'

import { noLimitOverrides, resolveLimits } from './limits.ts'
import { chargeUnits } from './queries.ts'
import { assertWithinQuota, checkBudget, computeBudgetRoom, describeOverQuota } from './quota.ts'

const world = stillWorld('2030-01-31T22:00:00Z')
const server = await createTestApp({ world })
const { db } = server.database

async function arena() {
  const agent = await createTestAgent(server)
  const { rows } = await server.database.pool.query('select agent_key from agents where org_id = $1', [agent.orgId])
  const key = { key: rows[0].agent_key as number, id: agent.id, orgId: agent.orgId }
  const settings = `/system/tests/orgs/${agent.orgId}/settings`
  const quota = async () => assertStatus(await agent.get('/tests/quota'), 200)
  const set = async (limits: object) => assertStatus(await server.system.put(settings, limits), 200)
  return { agent, key, settings, quota, set }
}
const bill = (key: Parameters<typeof chargeUnits>[1], units: number) =>
  chargeUnits(db, key, { units, now: world.now() })

test('the limits of the platform apply by default, and a new budget starts at midnight UTC', async () => {
  const { quota } = await arena()
  const share = { used: 0, limit: 250, remaining: 250 }
  assert.deepEqual(await quota(), {
    limits: { dailyUnits: 250, maxUnitsPerRun: 150, maxCasesPerRun: 200, perCaseUnitCeiling: 8 },
    org: share,
    agent: share,
    resetsAt: '2030-02-01T00:00:00.000Z',
  })
})

test('each limit can be set and cleared independently, and is shown with the effective value', async () => {
  const { quota, set, settings } = await arena()
  await set({ dailyUnits: 7, maxUnitsPerRun: 0 })
  assert.deepEqual(await set({ maxUnitsPerRun: null, maxCasesPerRun: 9 }), {
    dailyUnits: 7,
    maxUnitsPerRun: null,
    maxCasesPerRun: 9,
    limits: { dailyUnits: 7, maxUnitsPerRun: 150, maxCasesPerRun: 9, perCaseUnitCeiling: 8 },
  })
  assert.deepEqual(assertStatus(await server.system.get(settings), 200), await set({}))
  const { limits, org, agent } = await quota()
  assert.deepEqual([limits.dailyUnits, limits.maxCasesPerRun, org.limit, agent.limit], [7, 9, 7, 7])
})

test('an invalid limit returns 422 and changes nothing', async () => {
  const { settings, set } = await arena()
  await set({ dailyUnits: 7 })
  for (const value of [-1, 1.5, '7', true, 1e12, []])
    assertProblem(await server.system.put(settings, { dailyUnits: value }), 422, 'request.invalid', 'dailyUnits')
  for (const field of ['perCaseUnitCeiling', 'limits', 'daily_units'])
    assertProblem(await server.system.put(settings, { dailyUnits: 9, [field]: 3 }), 422, 'request.invalid', field)
  assert.equal(assertStatus(await server.system.get(settings), 200).dailyUnits, 7)
})

test('the settings exist only for system operators and known orgs', async () => {
  const { agent, settings } = await arena()
  for (const client of [agent.client, server.anyone.as('sk-svc-nothing')]) {
    assert.ok([401, 404].includes((await client.get(settings)).status))
    assert.ok([401, 404].includes((await client.put(settings, { dailyUnits: 1 })).status))
  }
  assert.equal((await agent.client.get(settings)).status, 404)
  for (const method of ['GET', 'PUT'])
    assertProblem(
      await server.system.call(method, '/system/tests/orgs/no-such/settings', {}),
      404,
      'resource.not_found',
    )
})

test('usage counts for the org and the agent, and other agents see the usage of the org, until the day ends', async () => {
  const { agent, key, quota, set } = await arena()
  await Promise.all([bill(key, 3), bill(key, 2), bill(key, 1)])
  const { id } = assertStatus(await agent.client.post(`/orgs/${agent.orgId}/agents`, { name: 'Other' }), 201)
  const other = assertStatus(await agent.client.get(`/orgs/${agent.orgId}/agents/${id}/tests/quota`), 200)
  assert.deepEqual([other.org.used, other.agent.used], [6, 0])
  assert.deepEqual((await quota()).agent, { used: 6, limit: 250, remaining: 244 })
  await set({ dailyUnits: 4 })
  assert.deepEqual((await quota()).org, { used: 6, limit: 4, remaining: 0 })
  world.advance(2 * 3_600_000)
  const next = await quota()
  assert.deepEqual([next.org.used, next.agent.used, next.resetsAt], [0, 0, '2030-02-02T00:00:00.000Z'])
})

test('a run over the budget is refused with all values needed to make it smaller', async () => {
  const { key, set } = await arena()
  await set({ dailyUnits: 10 })
  await bill(key, 7)
  const request = { estimate: { units: 4, tokens: 90_000 }, samples: 4, now: world.now() }
  await assert.rejects(assertWithinQuota(db, key, request), ({ status, code, details }) => {
    assert.deepEqual(
      [status, code, details.remaining, details.maxUnitsPerRun],
      [429, 'agent.test.quota_exceeded', 3, 150],
    )
    assert.deepEqual(details.estimate, request.estimate)
    assert.ok(details.suggestion.includes('at most 3 units') && details.resetsAt > request.now.toISOString())
    return true
  })
  await set({ dailyUnits: 11 })
  await assertWithinQuota(db, key, request)
})

test('a case starts while the day has a unit left for each running case', async () => {
  const { key, set } = await arena()
  const begins = (org: number) => checkBudget(db, key, { running: async () => org, now: world.now() })
  await set({ dailyUnits: 3 })
  assert.deepEqual([await begins(0), await begins(2), await begins(3)], ['room', 'room', 'later'])
  await bill(key, 3)
  assert.deepEqual([await begins(0), await begins(1)], ['none', 'later'])
  await set({ dailyUnits: null })
  assert.equal(await begins(0), 'room')
})

test('a run is refused exactly when it exceeds the samples, the units per run, or the units per day', () => {
  const small = fc.nat(12)
  const limited = fc.record({ dailyUnits: small, maxUnitsPerRun: small, maxCasesPerRun: small })
  fc.assert(
    fc.property(limited, small, small, small, (set, used, units, samples) => {
      const request = { estimate: { units, tokens: 0 }, samples, now: world.now() }
      const refusal = describeOverQuota(request, {
        limits: resolveLimits({ ...noLimitOverrides, ...set }),
        used: { org: used, agent: used },
      })
      const remaining = Math.max(set.dailyUnits - used, 0)
      assert.equal(
        refusal !== undefined,
        samples > set.maxCasesPerRun || units > set.maxUnitsPerRun || units > remaining,
      )
      if (refusal) assert.equal(refusal.remaining, remaining)
    }),
  )
})

test('a day starts no more cases than it has units for', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.nat(20), (dailyUnits, used) => {
      let running = 0
      while (computeBudgetRoom({ dailyUnits, used, running }) === 'room') running += 1
      assert.equal(running, Math.max(dailyUnits - used, 0))
    }),
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEmptyDatabase } from './testing/database.ts'
import { startPooler } from './testing/pooler.ts'
import { callParley, createScratchFolder, type ParleyProcess, startParleyProcess } from './testing/process.ts'
import { withServerClient } from './testing/scratch-database.ts'

/** Parley behind a connection pooler. */

const pooled = 6

test('three processes share the six connections of a pooler in transaction mode, and the demo is complete', async (t) => {
  const direct = await createEmptyDatabase()
  const pooler = await startPooler(t, direct, pooled)
  if (!pooler) return
  const env = { DATA_DIR: createScratchFolder(), DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct, LOG_LEVEL: 'info' }
  const first = await startParleyProcess(env)
  const others = [
    await startParleyProcess({ ...env, ROLES: 'worker' }),
    await startParleyProcess({ ...env, ROLES: 'worker' }),
  ]
  const all = [first, ...others]
  await until(() => all.some((one) => one.output().includes('the demo is complete')))

  for (const { output } of all) assert.doesNotMatch(output(), /"level":(50|60)/)
  const listed = await ask(first, '/people?limit=200')
  assert.equal(listed.data?.length, 21)
  const [runs, campaigns] = [await ask(first, '/tests/runs'), await ask(first, '/campaigns')]
  assert.deepEqual([runs.data?.length, campaigns.data?.length], [1, 2])
  const open = await ofThePooler(direct)
  assert.ok(open > 0 && open <= pooled, `${open} connections`)
})

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1200 && !isSo(); tries++) await sleep(100)
  assert.ok(isSo(), 'the demo was not whole within two minutes')
}

async function ask(parley: ParleyProcess, path: string) {
  const { org, agent, apiKey } = parley.credentials()
  const at = { origin: parley.origin, token: apiKey }
  const { status, body } = await callParley(at, 'GET', `/orgs/${org}/agents/${agent}${path}`)
  assert.equal(status, 200)
  return body
}

/** The number of the pooler's connections; direct ones have another application name. */
const ofThePooler = (direct: string): Promise<number> =>
  withServerClient(direct, async (client) => {
    const ours = `datname = current_database() and application_name = 'parley'`
    const { rows } = await client.query(`select count(*)::int as open from pg_stat_activity where ${ours}`)
    return rows[0].open
  })

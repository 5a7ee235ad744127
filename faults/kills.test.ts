import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { expireLeases } from './drain.ts'
import { runScenario } from './run.ts'
import type { FaultScenario, ScenarioContext } from './scenario.ts'

/** A minimal fault scenario for every commit; `npm run faults` runs all of them. */

const folder = mkdtempSync(join(tmpdir(), 'parley-faults-'))
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

async function grown({ acknowledged }: ScenarioContext, to: number): Promise<void> {
  for (let left = 6_000; acknowledged() < to; left--) {
    assert.ok(left > 0, `only ${acknowledged()} of ${to} were acknowledged`)
    await sleep(20)
  }
}

const twoKills: FaultScenario = {
  name: 'two-kills',
  description: 'kill -9 of the worker and of the process that answers calls',
  processes: { apiProcesses: 1, workers: 1 },
  async run(context) {
    const { environment, fault } = context
    for (const [nth, one] of [...environment.workers, ...environment.apiProcesses].entries()) {
      await grown(context, 70 * (nth + 1))
      await one.end('SIGKILL')
      fault(`kill -9 of ${one.name}`)
      // As if its leases had expired.
      if (one.roles === 'worker') await expireLeases(environment.query)
      one.start()
      await one.ready()
    }
    await grown(context, 200)
  },
}

test('kill -9 of a worker and of a gateway under load breaks no invariant', async () => {
  const sizes = { paceMilliseconds: 20, campaignPeople: 40, drainSeconds: 120 }
  const { violations, faults, acknowledged } = await runScenario(twoKills, {
    ...sizes,
    seed: 1,
    rounds: 2,
    folder,
    say: () => {},
  })
  assert.deepEqual(violations, [])
  assert.equal(faults, 2)
  assert.ok(acknowledged >= 200)
})

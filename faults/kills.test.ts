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

async function waitForCalls({ acknowledged }: ScenarioContext, count: number): Promise<void> {
  for (let attemptsLeft = 6_000; acknowledged() < count; attemptsLeft--) {
    assert.ok(attemptsLeft > 0, `only ${acknowledged()} of ${count} were acknowledged`)
    await sleep(20)
  }
}

const twoKills: FaultScenario = {
  name: 'two-kills',
  description: 'kill -9 of the worker and of the process that answers calls',
  processes: { apiProcesses: 1, workers: 1 },
  async run(context) {
    const { environment, recordFault } = context
    for (const [nth, target] of [...environment.workers, ...environment.apiProcesses].entries()) {
      await waitForCalls(context, 70 * (nth + 1))
      await target.stop('SIGKILL')
      recordFault(`kill -9 of ${target.name}`)
      // As if its leases had expired.
      if (target.roles === 'worker') await expireLeases(environment.query)
      target.start()
      await target.ready()
    }
    await waitForCalls(context, 200)
  },
}

test('kill -9 of a worker and of a gateway under load breaks no invariant', async () => {
  const sizes = { paceMilliseconds: 20, campaignPeople: 40, drainSeconds: 120 }
  const { violations, faults, acknowledged } = await runScenario(twoKills, {
    ...sizes,
    seed: 1,
    rounds: 2,
    folder,
    print: () => {},
  })
  assert.deepEqual(violations, [])
  assert.equal(faults, 2)
  assert.ok(acknowledged >= 200)
})

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultScenario, randomBetween, type ScenarioContext } from '../scenario.ts'

const processes = { apiProcesses: 2, workers: 2 }

/** F5: the database stops in every possible way and stays down for a while. */
export const databaseRestartScenario: FaultScenario = {
  name: 'database-restarts',
  description: 'PostgreSQL stops fast, immediately or by kill -9, and stays down for a short or long time',
  processes,
  async run({ database, rounds, random, recordFault }) {
    const stopModes = ['fast', 'immediate', 'kill'] as const
    for (let round = 0; round < rounds; round++) {
      await sleep(randomBetween(random, 1_000, 3_000))
      const mode = stopModes[round % stopModes.length] as (typeof stopModes)[number]
      const downSeconds = random() < 0.3 ? randomBetween(random, 5, 12) : randomBetween(random, 0, 1)
      await database.primary.stop(mode)
      await sleep(downSeconds * 1000)
      await database.primary.start()
      recordFault(`database stopped (${mode}) for ${downSeconds.toFixed(1)} s`)
    }
  },
}

/** Every query hangs without an error. */
export const databasePauseScenario: FaultScenario = {
  name: 'database-pauses',
  description: 'PostgreSQL freezes (SIGSTOP) and continues',
  processes,
  async run({ database, rounds, random, recordFault }) {
    for (let round = 0; round < rounds; round++) {
      await sleep(randomBetween(random, 1_000, 3_000))
      const seconds = randomBetween(random, 1, 12)
      database.primary.freeze()
      await sleep(seconds * 1000)
      database.primary.thaw()
      recordFault(`database frozen for ${seconds.toFixed(1)} s`)
    }
  },
}

/** The replica takes over; clients that connect too early find a read-only server. */
export const failoverScenario: FaultScenario = {
  name: 'fail-overs',
  description: 'the database dies, and its synchronous standby takes over',
  processes,
  async run(context) {
    for (let round = 0; round < context.rounds; round++) {
      await sleep(randomBetween(context.random, 500, 1_500))
      await failOver(context, round)
    }
  },
}

async function failOver(
  { environment, database, folder, random, recordFault }: ScenarioContext,
  round: number,
): Promise<void> {
  const primary = database.primary
  const replica = await primary.createReplica(join(folder, `replica-${round + 1}`))
  await sleep(randomBetween(random, 500, 2_000))
  await primary.stop('kill')
  environment.networks.database.setTarget(replica.port)
  environment.networks.database.cutConnections()
  await sleep(randomBetween(random, 0, 3_000))
  await replica.promote()
  database.primary = replica
  recordFault('failover to the standby')
}

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { between, type FaultScenario, type ScenarioContext } from '../scenario.ts'

const processes = { apiProcesses: 2, workers: 2 }

/** F5: the database stops in every possible way and stays down for a while. */
export const databaseRestarts: FaultScenario = {
  name: 'database-restarts',
  description: 'PostgreSQL stops fast, immediately or by kill -9, and stays down for a short or long time',
  processes,
  async run({ database, rounds, random, fault }) {
    const ways = ['fast', 'immediate', 'kill'] as const
    for (let round = 0; round < rounds; round++) {
      await sleep(between(random, 1_000, 3_000))
      const how = ways[round % ways.length] as (typeof ways)[number]
      const away = random() < 0.3 ? between(random, 5, 12) : between(random, 0, 1)
      await database.first.stop(how)
      await sleep(away * 1000)
      await database.first.start()
      fault(`database stopped (${how}) for ${away.toFixed(1)} s`)
    }
  },
}

/** Every query hangs without an error. */
export const databasePauses: FaultScenario = {
  name: 'database-pauses',
  description: 'PostgreSQL freezes (SIGSTOP) and continues',
  processes,
  async run({ database, rounds, random, fault }) {
    for (let round = 0; round < rounds; round++) {
      await sleep(between(random, 1_000, 3_000))
      const seconds = between(random, 1, 12)
      database.first.freeze()
      await sleep(seconds * 1000)
      database.first.thaw()
      fault(`database frozen for ${seconds.toFixed(1)} s`)
    }
  },
}

/** The replica takes over; clients that connect too early find a read-only server. */
export const failOvers: FaultScenario = {
  name: 'fail-overs',
  description: 'the database dies, and its synchronous standby takes over',
  processes,
  async run(context) {
    for (let round = 0; round < context.rounds; round++) {
      await sleep(between(context.random, 500, 1_500))
      await failOver(context, round)
    }
  },
}

async function failOver(
  { environment, database, folder, random, fault }: ScenarioContext,
  round: number,
): Promise<void> {
  const old = database.first
  const follower = await old.follower(join(folder, `follower-${round + 1}`))
  await sleep(between(random, 500, 2_000))
  await old.stop('kill')
  environment.networks.database.point(follower.port)
  environment.networks.database.cut()
  await sleep(between(random, 0, 3_000))
  await follower.promote()
  database.first = follower
  fault('failover to the standby')
}

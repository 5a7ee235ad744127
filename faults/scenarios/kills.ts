import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultScenario, randomBetween } from '../scenario.ts'

/** F1, F2: any process dies at any time and restarts. */
export const killScenario: FaultScenario = {
  name: 'kills',
  description: 'repeated kill -9 of any process',
  processes: { apiProcesses: 2, workers: 2 },
  async run({ environment, rounds, random, recordFault }) {
    for (let round = 0; round < rounds; round++) {
      await sleep(randomBetween(random, 500, 3_000))
      const target = environment.all[Math.floor(random() * environment.all.length)] as (typeof environment.all)[number]
      await target.stop('SIGKILL')
      recordFault(`kill -9 of ${target.name}`)
      await sleep(randomBetween(random, 0, 1_500))
      target.start()
      await target.ready()
    }
  },
}

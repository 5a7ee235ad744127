import { setTimeout as sleep } from 'node:timers/promises'
import { between, type FaultScenario } from '../scenario.ts'

/** F1, F2: any process dies at any time and restarts. */
export const kills: FaultScenario = {
  name: 'kills',
  description: 'repeated kill -9 of any process',
  processes: { apiProcesses: 2, workers: 2 },
  async run({ environment, rounds, random, fault }) {
    for (let round = 0; round < rounds; round++) {
      await sleep(between(random, 500, 3_000))
      const one = environment.all[Math.floor(random() * environment.all.length)] as (typeof environment.all)[number]
      await one.end('SIGKILL')
      fault(`kill -9 of ${one.name}`)
      await sleep(between(random, 0, 1_500))
      one.start()
      await one.ready()
    }
  },
}

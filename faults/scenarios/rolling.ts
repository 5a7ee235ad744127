import { setTimeout as sleep } from 'node:timers/promises'
import { between, type FaultScenario } from '../scenario.ts'

const maxSeconds = 12

/** F4: a rolling update replaces one process after another under load. */
export const rolling: FaultScenario = {
  name: 'rolling',
  description: 'SIGTERM of one process after another, each restarted',
  processes: { apiProcesses: 2, workers: 2 },
  async run({ environment, rounds, random, fault }) {
    for (let round = 0; round < rounds; round++) {
      await sleep(between(random, 500, 1_500))
      const one = environment.all[round % environment.all.length] as (typeof environment.all)[number]
      const began = performance.now()
      const code = await one.end('SIGTERM')
      const seconds = Math.round((performance.now() - began) / 1000)
      fault(`SIGTERM of ${one.name}, which took ${seconds} s`)
      if (code !== 0) one.unexpectedExits.push(`${one.name} exited with ${code} after SIGTERM`)
      if (seconds > maxSeconds) one.unexpectedExits.push(`${one.name} took ${seconds} s to stop`)
      one.start()
      await one.ready()
    }
  },
}

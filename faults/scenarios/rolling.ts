import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultScenario, randomBetween } from '../scenario.ts'

const maxSeconds = 12

/** F4: a rolling update replaces one process after another under load. */
export const rollingUpdateScenario: FaultScenario = {
  name: 'rolling',
  description: 'SIGTERM of one process after another, each restarted',
  processes: { apiProcesses: 2, workers: 2 },
  async run({ environment, rounds, random, recordFault }) {
    for (let round = 0; round < rounds; round++) {
      await sleep(randomBetween(random, 500, 1_500))
      const target = environment.all[round % environment.all.length] as (typeof environment.all)[number]
      const startedAt = performance.now()
      const code = await target.stop('SIGTERM')
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      recordFault(`SIGTERM of ${target.name}, which took ${seconds} s`)
      if (code !== 0) target.unexpectedExits.push(`${target.name} exited with ${code} after SIGTERM`)
      if (seconds > maxSeconds) target.unexpectedExits.push(`${target.name} took ${seconds} s to stop`)
      target.start()
      await target.ready()
    }
  },
}

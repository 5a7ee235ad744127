import { setTimeout as sleep } from 'node:timers/promises'
import { between, type Scenario } from '../scenario.ts'

const mostSeconds = 12

/** F4: a new version is brought in, one process after the other, under way. */
export const rolling: Scenario = {
  name: 'rolling',
  means: 'SIGTERM of one process after the other, each started again',
  cast: { doors: 2, workers: 2 },
  async play({ stage, rounds, random, fault }) {
    for (let round = 0; round < rounds; round++) {
      await sleep(between(random, 500, 1_500))
      const one = stage.all[round % stage.all.length] as (typeof stage.all)[number]
      const began = performance.now()
      const code = await one.end('SIGTERM')
      const seconds = Math.round((performance.now() - began) / 1000)
      fault(`SIGTERM of ${one.name}, which took ${seconds} s`)
      if (code !== 0) one.ownEnds.push(`${one.name} ended with ${code} after SIGTERM`)
      if (seconds > mostSeconds) one.ownEnds.push(`${one.name} took ${seconds} s to stop`)
      one.start()
      await one.ready()
    }
  },
}

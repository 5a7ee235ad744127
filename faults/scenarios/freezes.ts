import { setTimeout as sleep } from 'node:timers/promises'
import { between, type FaultScenario } from '../scenario.ts'

/** Longer than any lease of the dispatch queues. */
const longSeconds = 24

/** A process that freezes and resumes long after others took over its leases. */
export const freezes: FaultScenario = {
  name: 'freezes',
  description: 'a process freezes (SIGSTOP), for a moment or for longer than its leases, and continues',
  processes: { apiProcesses: 2, workers: 2 },
  async run({ environment, rounds, random, fault }) {
    for (let round = 0; round < rounds; round++) {
      await sleep(between(random, 500, 2_000))
      const isLong = round % 2 === 0
      const among = isLong ? environment.workers : environment.all
      const one = among[Math.floor(random() * among.length)] as (typeof among)[number]
      const seconds = isLong ? longSeconds : between(random, 1, 5)
      one.freeze()
      await sleep(seconds * 1000)
      one.thaw()
      fault(`${one.name} frozen for ${Math.round(seconds)} s`)
    }
  },
}

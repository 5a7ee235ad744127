import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultScenario, randomBetween } from '../scenario.ts'

/** Longer than any lease of the dispatch queues. */
const longSeconds = 24

/** A process that freezes and resumes long after others took over its leases. */
export const freezeScenario: FaultScenario = {
  name: 'freezes',
  description: 'a process freezes (SIGSTOP), for a moment or for longer than its leases, and continues',
  processes: { apiProcesses: 2, workers: 2 },
  async run({ environment, rounds, random, recordFault }) {
    for (let round = 0; round < rounds; round++) {
      await sleep(randomBetween(random, 500, 2_000))
      const isLong = round % 2 === 0
      const candidates = isLong ? environment.workers : environment.all
      const target = candidates[Math.floor(random() * candidates.length)] as (typeof candidates)[number]
      const seconds = isLong ? longSeconds : randomBetween(random, 1, 5)
      target.freeze()
      await sleep(seconds * 1000)
      target.thaw()
      recordFault(`${target.name} frozen for ${Math.round(seconds)} s`)
    }
  },
}

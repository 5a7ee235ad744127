import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'

/** What breaks here breaks without any fault. */
export const quiet: Scenario = {
  name: 'quiet',
  means: 'nothing goes wrong',
  cast: { doors: 2, workers: 2 },
  async play({ rounds, fault }) {
    for (let round = 0; round < rounds; round++) {
      await sleep(2_000)
      fault('nothing')
    }
  },
}

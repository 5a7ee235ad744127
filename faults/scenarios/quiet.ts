import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultScenario } from '../scenario.ts'

/** The baseline: no faults. */
export const quietScenario: FaultScenario = {
  name: 'quiet',
  description: 'nothing goes wrong',
  processes: { apiProcesses: 2, workers: 2 },
  async run({ rounds, recordFault }) {
    for (let round = 0; round < rounds; round++) {
      await sleep(2_000)
      recordFault('nothing')
    }
  },
}

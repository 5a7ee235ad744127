import { setTimeout as sleep } from 'node:timers/promises'
import { between, type FaultScenario } from '../scenario.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * Worker clocks may be off by days. API processes only by minutes: beyond that, they reject the providers' signatures
 * as too old.
 */
const jumps = [
  { whose: 'workers', by: hour },
  { whose: 'apiProcesses', by: 2 * minute },
  { whose: 'workers', by: -hour },
  { whose: 'apiProcesses', by: -2 * minute },
  { whose: 'workers', by: 5 * hour },
] as const

/** F10: the clock of a process jumps, and jumps back. */
export const clocks: FaultScenario = {
  name: 'clocks',
  description: 'the clock of a process jumps forward or back, and then returns',
  processes: { apiProcesses: 2, workers: 2 },
  async run({ environment, rounds, random, fault }) {
    for (let round = 0; round < rounds; round++) {
      await sleep(between(random, 500, 1_500))
      const { whose, by } = jumps[round % jumps.length] as (typeof jumps)[number]
      const one = environment[whose][
        Math.floor(random() * environment[whose].length)
      ] as (typeof environment.all)[number]
      one.moveClock(by)
      await sleep(between(random, 2_000, 5_000))
      one.moveClock(0)
      fault(`${one.name} clock shifted by ${by / minute} minutes`)
    }
  },
}

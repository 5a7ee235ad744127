import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultScenario, randomBetween } from '../scenario.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * Worker clocks may be off by days. API processes only by minutes: beyond that, they reject the providers' signatures
 * as too old.
 */
const clockShifts = [
  { group: 'workers', shift: hour },
  { group: 'apiProcesses', shift: 2 * minute },
  { group: 'workers', shift: -hour },
  { group: 'apiProcesses', shift: -2 * minute },
  { group: 'workers', shift: 5 * hour },
] as const

/** F10: the clock of a process jumps, and jumps back. */
export const clockScenario: FaultScenario = {
  name: 'clocks',
  description: 'the clock of a process jumps forward or back, and then returns',
  processes: { apiProcesses: 2, workers: 2 },
  async run({ environment, rounds, random, recordFault }) {
    for (let round = 0; round < rounds; round++) {
      await sleep(randomBetween(random, 500, 1_500))
      const { group, shift } = clockShifts[round % clockShifts.length] as (typeof clockShifts)[number]
      const target = environment[group][
        Math.floor(random() * environment[group].length)
      ] as (typeof environment.all)[number]
      target.shiftClock(shift)
      await sleep(randomBetween(random, 2_000, 5_000))
      target.shiftClock(0)
      recordFault(`${target.name} clock shifted by ${shift / minute} minutes`)
    }
  },
}

import type { Temporal } from 'temporal-polyfill'
import { type Rule, wording } from './scan.ts'
import type { Here } from './today.ts'

const weekdays = 'mon tue wed thu fri sat sun'.split(' ')

export const weekdayShape =
  'mon(?:day)?|tue(?:s|sday)?|tuseday|wed(?:s|nesday|nsday)?|wensday|thu(?:r|rs|rsday)?|thrusday|fri(?:day)?|sat(?:urday)?|saterday|sun(?:day)?'

const slips: Record<string, string> = { tus: 'tue', wen: 'wed', thr: 'thu' }

/** 1 is Monday. */
export function weekdayNamed(name = ''): number {
  const short = name.slice(0, 3)
  return weekdays.indexOf(slips[short] ?? short) + 1
}

/** The next one after today: for today people say `today`. */
export function comingWeekday({ today }: Here, weekday: number): Temporal.PlainDate {
  return today.add({ days: ((weekday - today.dayOfWeek + 6) % 7) + 1 })
}

const ofNextWeek = ({ today }: Here, weekday: number): Temporal.PlainDate =>
  today.add({ days: 7 - today.dayOfWeek + weekday })

export const weekdayRules: readonly Rule[] = [
  {
    shape: wording(
      `(?:on )?next (${weekdayShape})|(${weekdayShape}) (?:of )?next week|next week (?:on )?(${weekdayShape})`,
    ),
    means: (found, here) => ({ days: [ofNextWeek(here, weekdayNamed(found[1] ?? found[2] ?? found[3]))] }),
  },
  {
    shape: wording(`last (${weekdayShape})`),
    means: ([, name], here) => ({ days: [comingWeekday(here, weekdayNamed(name)).subtract({ days: 7 })] }),
  },
  {
    shape: wording(`this (${weekdayShape})`),
    means: ([, name], here) =>
      weekdayNamed(name) === here.today.dayOfWeek ? undefined : bare(here, weekdayNamed(name)),
  },
  {
    shape: wording(`(?:(?:this|the|coming|upcoming) )*(${weekdayShape})`),
    means: ([, name], here) => bare(here, weekdayNamed(name)),
  },
]

/** Beside a date it only agrees with it: `Tuesday the 5th`. */
function bare(here: Here, weekday: number) {
  const coming = comingWeekday(here, weekday)
  return { weekday, days: weekday === here.today.dayOfWeek ? [coming, here.today] : [coming] }
}

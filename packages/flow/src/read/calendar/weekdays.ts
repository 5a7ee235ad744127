import type { Temporal } from 'temporal-polyfill'
import type { CalendarContext } from './context.ts'
import { createWordingPattern, type WordingRule } from './scan.ts'

const weekdays = 'mon tue wed thu fri sat sun'.split(' ')

export const weekdayShape =
  'mon(?:day)?|tue(?:s|sday)?|tuseday|wed(?:s|nesday|nsday)?|wensday|thu(?:r|rs|rsday)?|thrusday|fri(?:day)?|sat(?:urday)?|saterday|sun(?:day)?'

const weekdayTypos: Record<string, string> = { tus: 'tue', wen: 'wed', thr: 'thu' }

/** 1 is Monday. */
export function parseWeekday(name = ''): number {
  const short = name.slice(0, 3)
  return weekdays.indexOf(weekdayTypos[short] ?? short) + 1
}

/** The next one after today: for today people say `today`. */
export function findNextWeekday({ today }: CalendarContext, weekday: number): Temporal.PlainDate {
  return today.add({ days: ((weekday - today.dayOfWeek + 6) % 7) + 1 })
}

const ofNextWeek = ({ today }: CalendarContext, weekday: number): Temporal.PlainDate =>
  today.add({ days: 7 - today.dayOfWeek + weekday })

export const weekdayRules: readonly WordingRule[] = [
  {
    shape: createWordingPattern(
      `(?:on )?next (${weekdayShape})|(${weekdayShape}) (?:of )?next week|next week (?:on )?(${weekdayShape})`,
    ),
    means: (found, here) => ({ days: [ofNextWeek(here, parseWeekday(found[1] ?? found[2] ?? found[3]))] }),
  },
  {
    shape: createWordingPattern(`last (${weekdayShape})`),
    means: ([, name], here) => ({ days: [findNextWeekday(here, parseWeekday(name)).subtract({ days: 7 })] }),
  },
  {
    shape: createWordingPattern(`this (${weekdayShape})`),
    means: ([, name], here) =>
      parseWeekday(name) === here.today.dayOfWeek ? undefined : bare(here, parseWeekday(name)),
  },
  {
    shape: createWordingPattern(`(?:(?:this|the|coming|upcoming) )*(${weekdayShape})`),
    means: ([, name], here) => bare(here, parseWeekday(name)),
  },
]

/** Beside a date it only agrees with it: `Tuesday the 5th`. */
function bare(here: CalendarContext, weekday: number) {
  const coming = findNextWeekday(here, weekday)
  return { weekday, days: weekday === here.today.dayOfWeek ? [coming, here.today] : [coming] }
}

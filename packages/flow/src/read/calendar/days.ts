import type { Temporal } from 'temporal-polyfill'
import { ordinalShape, parseNumberWords, parseOrdinalWord, wholeShape } from '../words/numbers.ts'
import { type CalendarContext, createDate, findNextDate, findNextDayOfMonth } from './context.ts'
import { createWordingPattern, type Mention, type WordingRule } from './scan.ts'

const weekdays = 'mon tue wed thu fri sat sun'.split(' ')

const weekdayShape =
  'mon(?:day)?|tue(?:s|sday)?|tuseday|wed(?:s|nesday|nsday)?|wensday|thu(?:r|rs|rsday)?|thrusday|fri(?:day)?|sat(?:urday)?|saterday|sun(?:day)?'

const weekdayTypos: Record<string, string> = { tus: 'tue', wen: 'wed', thr: 'thu' }

/** 1 is Monday. */
function parseWeekday(name = ''): number {
  const short = name.slice(0, 3)
  return weekdays.indexOf(weekdayTypos[short] ?? short) + 1
}

/** Returns the next such weekday after today: for today people say `today`. */
function findNextWeekday({ today }: CalendarContext, weekday: number): Temporal.PlainDate {
  return today.add({ days: ((weekday - today.dayOfWeek + 6) % 7) + 1 })
}

const ofNextWeek = ({ today }: CalendarContext, weekday: number): Temporal.PlainDate =>
  today.add({ days: 7 - today.dayOfWeek + weekday })

const weekdayRules: readonly WordingRule[] = [
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

/** Next to a date, a weekday only has to agree with it: `Tuesday the 5th`. */
function bare(here: CalendarContext, weekday: number) {
  const coming = findNextWeekday(here, weekday)
  return { weekday, days: weekday === here.today.dayOfWeek ? [coming, here.today] : [coming] }
}

/** Countries where 3/4 is March 4. Canada uses both orders, so there only unambiguous dates count. */
const monthFirst = new Set(['US', 'PH', 'PR', 'GU', 'AS', 'VI', 'FM', 'PW', 'MH'])
const eitherFirst = new Set(['CA'])
const [soon, longAgo] = [20, 50]

const datePrefix = (date: Temporal.PlainDate | undefined): Mention | undefined => date && { days: [date] }

const numericRules: readonly WordingRule[] = [
  {
    shape: createWordingPattern('(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})'),
    means: ([, year = '', , month, day], here) =>
      datePrefix(createDate(parseYear(year, here) ?? Number.NaN, Number(month), Number(day))),
  },
  {
    shape: createWordingPattern('(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})'),
    means: ([, one, mark, other, year = ''], here) => {
      const full = parseYear(year, here)
      const order = inOrder(Number(one), Number(other), mark === '.' ? 'DE' : here.country)
      return order && full !== undefined ? datePrefix(createDate(full, order.month, order.day)) : undefined
    },
  },
  {
    shape: createWordingPattern('(\\d{1,2})/(\\d{1,2})'),
    means: ([, one, other], here) => {
      const order = inOrder(Number(one), Number(other), here.country)
      return order && datePrefix(findNextDate(here, order.month, order.day))
    },
  },
]

function inOrder(one: number, other: number, country: string): { month: number; day: number } | undefined {
  if (one > 12 || other > 12) return one > 12 ? { month: other, day: one } : { month: one, day: other }
  if (eitherFirst.has(country) && one !== other) return undefined
  return monthFirst.has(country) ? { month: one, day: other } : { month: other, day: one }
}

/** Two digits mean a year close to now, or a birth year long ago; in between is ambiguous. */
function parseYear(written: string, { today }: CalendarContext): number | undefined {
  const year = Number(written)
  if (written.length === 4) return year >= 1000 ? year : undefined
  const century = Math.floor(today.year / 100) * 100
  const distance = century + year - today.year
  if (distance <= soon) return century + year
  return distance >= longAgo ? century + year - 100 : undefined
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const monthShape =
  'jan(?:uary)?|feb(?:r?uary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const dayShape = `${ordinalShape}|\\d{1,2}`
const yearShape = "\\d{4}|'\\d{2}"
const tomorrowShape = 'tomorrow|tomorow|tommorow|tommorrow|tomorrw|tomorro|tmrw|tmrow|tmr|tmw|2morrow|2moro'
const unitShape = 'day|week|month|year'

const on = (date: Temporal.PlainDate | undefined): Mention | undefined => date && { days: [date] }
const monthOf = (name = ''): number => months.indexOf(name.slice(0, 3)) + 1

function dated(
  { day = '', month, year }: Record<string, string | undefined>,
  here: CalendarContext,
): Mention | undefined {
  const number = parseOrdinalWord(day)
  if (number === undefined) return undefined
  if (year === undefined) return on(findNextDate(here, monthOf(month), number))
  const whole = parseYear(year.replace("'", ''), here)
  return whole === undefined ? undefined : on(createDate(whole, monthOf(month), number))
}

const named: WordingRule[] = [
  {
    shape: createWordingPattern(
      `(?:the )?(?<day>${dayShape}) (?:of )?(?<month>${monthShape})(?: (?:of )?(?<year>${yearShape}))?`,
    ),
    means: ({ groups = {} }, here) => dated(groups, here),
  },
  {
    shape: createWordingPattern(
      `(?<month>${monthShape}) (?:the )?(?<day>${dayShape})(?: (?:of )?(?<year>${yearShape}))?`,
    ),
    means: ({ groups = {} }, here) => dated(groups, here),
  },
  {
    shape: createWordingPattern(`(?:the )?(${ordinalShape}) (?:of )?(this|next|the) month`),
    means: ([, day = '', which], here) => {
      const month = here.today.with({ day: 1 }).add({ months: which === 'next' ? 1 : 0 })
      return on(createDate(month.year, month.month, parseOrdinalWord(day) ?? 0))
    },
  },
  {
    shape: createWordingPattern(
      `(?:the (${ordinalShape}|\\d{1,2})|(\\d{1,2}(?:st|nd|rd|th)))(?! (?:one|option|slot|time|choice))`,
    ),
    means: ([, word, digits], here) => on(findNextDayOfMonth(here, parseOrdinalWord(word ?? digits ?? '') ?? 0)),
  },
]

const ends: WordingRule[] = [
  {
    shape: createWordingPattern(
      `(?:the )?(?:very )?(?:end|last day|last) of (?:(?:the|this) )?(?:(next )?(month|year)|(?<month>${monthShape}))`,
    ),
    means: ([, next, unit, month], here) => {
      const ahead = next ? 1 : 0
      if (unit === 'year') return on(createDate(here.today.year + ahead, 12, 31))
      if (unit === 'month') return on(lastOfMonth(here.today.add({ months: ahead })))
      const first = findNextDate(here, monthOf(month), 28)
      return on(first && lastOfMonth(first))
    },
  },
]

const lastOfMonth = (date: Temporal.PlainDate): Temporal.PlainDate => date.with({ day: date.daysInMonth })

const relative: WordingRule[] = [
  {
    shape: createWordingPattern('(?:the )?day after (?:tomorrow|tmrw)|overmorrow'),
    means: (_, { today }) => on(today.add({ days: 2 })),
  },
  {
    shape: createWordingPattern('(?:the )?day before yesterday'),
    means: (_, { today }) => on(today.subtract({ days: 2 })),
  },
  {
    shape: createWordingPattern(
      `(?:in )?(?<count>${wholeShape}|an?) (?<unit>${unitShape})s? (?:from|after|on) (?:(?<base>today|now|${tomorrowShape})|(?:this )?(?<weekday>${weekdayShape}))`,
    ),
    means: ({ groups = {} }, here) => on(ahead(baseOf(groups, here), groups)),
  },
  {
    shape: createWordingPattern(`in (?<count>${wholeShape}|an?) (?<unit>${unitShape})s?(?:' time|'s time| time)?`),
    means: ({ groups = {} }, { today }) => on(ahead(today, groups)),
  },
  {
    shape: createWordingPattern(`(?<count>${wholeShape}|an?) (?<unit>${unitShape})s? ago`),
    means: ({ groups = {} }, { today }) => on(ahead(today, groups, -1)),
  },
  { shape: createWordingPattern('in a fortnight'), means: (_, { today }) => on(today.add({ days: 14 })) },
  { shape: createWordingPattern('today|2day'), means: (_, { today }) => on(today) },
  { shape: createWordingPattern(tomorrowShape), means: (_, { today }) => on(today.add({ days: 1 })) },
  { shape: createWordingPattern('yesterday'), means: (_, { today }) => on(today.subtract({ days: 1 })) },
]

type Ahead = Record<string, string | undefined>

function baseOf({ base, weekday }: Ahead, here: CalendarContext): Temporal.PlainDate {
  if (weekday !== undefined) return findNextWeekday(here, parseWeekday(weekday))
  return base === 'today' || base === 'now' ? here.today : here.today.add({ days: 1 })
}

function ahead(from: Temporal.PlainDate, { count = '', unit }: Ahead, sign = 1): Temporal.PlainDate | undefined {
  const number = parseNumberWords(count)
  return number === undefined ? undefined : from.add({ [`${unit}s`]: sign * number })
}

/** Longer wordings come first. */
export const dayRules: readonly WordingRule[] = [...numericRules, ...ends, ...relative, ...weekdayRules, ...named]

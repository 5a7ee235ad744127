import type { Temporal } from 'temporal-polyfill'
import { ordinalShape, parseNumberWords, parseOrdinalWord, wholeShape } from '../words/numerals.ts'
import { type CalendarContext, createDate, findNextDate, findNextDayOfMonth } from './context.ts'
import { numericRules, parseYear } from './numeric.ts'
import { createWordingPattern, type Mention, type WordingRule } from './scan.ts'
import { findNextWeekday, parseWeekday, weekdayRules, weekdayShape } from './weekdays.ts'

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

/** The longer wordings come first. */
export const dayRules: readonly WordingRule[] = [...numericRules, ...ends, ...relative, ...weekdayRules, ...named]

import type { Temporal } from 'temporal-polyfill'
import { type CalendarContext, createDate, findNextDate } from './context.ts'
import { createWordingPattern, type Mention, type WordingRule } from './scan.ts'

/** Where 3/4 is the fourth of March. Canada writes both, so there only one that cannot be turned around is certain. */
const monthFirst = new Set(['US', 'PH', 'PR', 'GU', 'AS', 'VI', 'FM', 'PW', 'MH'])
const eitherFirst = new Set(['CA'])
const [soon, longAgo] = [20, 50]

const datePrefix = (date: Temporal.PlainDate | undefined): Mention | undefined => date && { days: [date] }

export const numericRules: readonly WordingRule[] = [
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

/** Two digits are a year near to this one, or a birth long ago; between the two nobody can tell. */
export function parseYear(written: string, { today }: CalendarContext): number | undefined {
  const year = Number(written)
  if (written.length === 4) return year >= 1000 ? year : undefined
  const century = Math.floor(today.year / 100) * 100
  const distance = century + year - today.year
  if (distance <= soon) return century + year
  return distance >= longAgo ? century + year - 100 : undefined
}

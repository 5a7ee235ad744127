import type { Temporal } from 'temporal-polyfill'
import type { Mention, PartOfDay } from './scan.ts'

/** The combined meaning of all mentions in a text. */
export type AgreedTime = { days?: Temporal.PlainDate[]; minutes?: number[]; parts: PartOfDay[] }

/** Returns undefined if the mentions contradict each other: `Tuesday, March 3` in a year in which that is a Monday. */
export function combineMentions(mentions: readonly Mention[]): AgreedTime | undefined {
  const days = intersectDays(mentions)
  const clocks = mentions.flatMap(({ minutes }) => (minutes ? [minutes] : []))
  const parts = mentions.flatMap(({ part }) => (part ? [part] : []))
  const within = (minute: number): boolean => parts.every(({ from, to }) => minute >= from && minute < to)
  const [first] = clocks
  const minutes = first?.filter((minute) => clocks.every((clock) => clock.includes(minute)) && within(minute))
  if (days?.length === 0 || minutes?.length === 0) return undefined
  return { ...(days && { days }), ...(minutes && { minutes }), parts }
}

function intersectDays(mentions: readonly Mention[]): Temporal.PlainDate[] | undefined {
  const dated = mentions.filter(({ days, weekday }) => days && weekday === undefined)
  const weekdays = mentions.filter(({ weekday }) => weekday !== undefined)
  const [first, ...others] = dated.length > 0 ? dated : weekdays
  const days = first?.days?.filter((day) => others.every((other) => other.days?.some((each) => each.equals(day))))
  return days?.filter((day) => weekdays.every(({ weekday }) => weekday === day.dayOfWeek))
}

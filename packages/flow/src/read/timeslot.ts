import type { Temporal } from 'temporal-polyfill'
import type { Choice } from '../engine.ts'
import { agreed, type Meant } from './calendar/agree.ts'
import { clockRules } from './calendar/clock.ts'
import { dayRules } from './calendar/days.ts'
import { mentionsIn, wordingsOf } from './calendar/scan.ts'
import { type Here, inZone } from './calendar/today.ts'
import { type Answer, only, pickedOf, theOnlyOne } from './choice/choice.ts'
import { placeIn } from './choice/ordinal.ts'
import { folded, plain } from './words/plain.ts'

const rules = [...dayRules, ...clockRules]
/** An hour without am or pm is one of these; both ends of the working day, in minutes. */
const business = { from: 8 * 60, to: 19 * 60 }

/** A time in UTC that a reply names. */
export function readTime(reply: Answer, here: Here): string | undefined {
  const instant = [...(reply.picked ?? []), plain(reply.text)].find((each) => isInstant(each))
  if (instant !== undefined) return new Date(instant).toISOString()
  const meant = asksBack(reply.text) ? undefined : meantBy(wordingsOf(reply.text), here)
  const minutes = meant?.minutes && certainMinutes(meant.minutes)
  return minutes === undefined ? undefined : utc(firstAhead(meant?.days, minutes, here))
}

/** The one offered time that a reply means. */
export function readOffered(reply: Answer, offered: readonly Choice[], here: Here): Choice | undefined {
  const picked = pickedOf(reply.picked, offered)
  if (picked) return picked
  const said = folded(reply.text)
  const named = only(offered.filter(({ label, id }) => said !== '' && (folded(label) === said || folded(id) === said)))
  return named ?? placedOrFitting(reply.text, offered, here) ?? theOnlyOne(reply.text, offered)
}

/** Those of the offered times that a reply may mean; undefined where it names no time. */
export function fittingTimes(text: string, offered: readonly Choice[], here: Here): Choice[] | undefined {
  if (asksBack(text) || placeIn(folded(text), offered.length)) return undefined
  const said = wordingsOf(text)
  const meant = meantBy(said, here) ?? meantBy(`at ${said}`, here)
  return meant && offered.filter(({ id }) => isInstant(id) && fits(inZone(Date.parse(id), here.now.timeZoneId), meant))
}

/** `is it tomorrow?` wants to know, `is tomorrow ok?` wants tomorrow. */
export function asksBack(text: string): boolean {
  return /^(?:is (?:it|that|this)|was it|are|do|does|did|will|when|what (?!about)|which|why|who|how (?!about)).*\?$/i.test(
    plain(text),
  )
}

/** A bare `2` may be a place in the list or an hour; where the two differ, neither is certain. */
function placedOrFitting(text: string, offered: readonly Choice[], here: Here): Choice | undefined {
  const place = placeIn(folded(text), offered.length)
  if (place?.certain) return offered[place.at]
  const said = wordingsOf(text)
  const wordings = [said, `at ${said}`, ...(place ? [`the ${said}`] : [])]
  const fitting = wordings.map((each) => fittingOf(each, offered, here)).filter((each) => each !== undefined)
  const found = new Set([...(place ? [offered[place.at]] : []), ...(place ? fitting : fitting.slice(0, 1))])
  const [one] = found
  return found.size === 1 && !asksBack(text) ? one : undefined
}

function fittingOf(said: string, offered: readonly Choice[], here: Here): Choice | undefined {
  const superlative = /^(?:the )?(earliest|soonest|latest)(?: (?:one|time|slot|possible|available))*$/.exec(said)?.[1]
  const meant = meantBy(said, here)
  const times = offered.filter(({ id }) => isInstant(id))
  if (superlative) {
    const inOrder = times.toSorted((a, b) => Date.parse(a.id) - Date.parse(b.id))
    return superlative === 'latest' ? inOrder.at(-1) : inOrder[0]
  }
  return meant && only(times.filter(({ id }) => fits(inZone(Date.parse(id), here.now.timeZoneId), meant)))
}

function meantBy(said: string, here: Here): Meant | undefined {
  const mentions = mentionsIn(said, rules, here)
  return mentions && mentions.length > 0 ? agreed(mentions) : undefined
}

function fits(time: Temporal.ZonedDateTime, { days, minutes, parts }: Meant): boolean {
  const minute = time.hour * 60 + time.minute
  const day = time.toPlainDate()
  if (days && !days.some((each) => each.equals(day))) return false
  return (minutes?.includes(minute) ?? true) && parts.every(({ from, to }) => minute >= from && minute < to)
}

function certainMinutes(minutes: readonly number[]): number | undefined {
  return only(minutes) ?? only(minutes.filter((minute) => minute >= business.from && minute < business.to))
}

/** Without a day the next time that the clock shows it; a time that is over, or that the clocks skip or show twice, is none. */
function firstAhead(
  days: Temporal.PlainDate[] | undefined,
  minutes: number,
  here: Here,
): Temporal.ZonedDateTime | undefined {
  const asked = days?.slice(0, 1) ?? [here.today, here.today.add({ days: 1 })]
  const times = asked.map((day) => onDay(day, minutes, here))
  return times.find((time) => time && time.epochMilliseconds > here.now.epochMilliseconds)
}

function onDay(day: Temporal.PlainDate, minutes: number, { now }: Here): Temporal.ZonedDateTime | undefined {
  const wall = day.toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 })
  try {
    return wall.toZonedDateTime(now.timeZoneId, { disambiguation: 'reject' })
  } catch {
    return undefined
  }
}

const utc = (time: Temporal.ZonedDateTime | undefined): string | undefined =>
  time && new Date(time.epochMilliseconds).toISOString()

const isInstant = (written: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i.test(written) &&
  !Number.isNaN(Date.parse(written))

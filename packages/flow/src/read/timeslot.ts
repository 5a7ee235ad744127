import type { Temporal } from 'temporal-polyfill'
import type { FlowChoice } from '../engine.ts'
import { clockRules } from './calendar/clock.ts'

import { type CalendarContext, inTimeZone } from './calendar/context.ts'
import { dayRules } from './calendar/days.ts'
import { type AgreedTime, combineMentions, findMentions, normalizeWording } from './calendar/scan.ts'
import { type ChoiceReply, chooseByYesNo, findPickedChoice, getOnlyOne, parseChoicePosition } from './choice/choice.ts'

import { normalizeForMatching, normalizeReply } from './words/reply-wording.ts'

const rules = [...dayRules, ...clockRules]
/** Working hours in minutes of the day; they resolve an hour without am or pm. */
const business = { from: 8 * 60, to: 19 * 60 }

/** Returns the time in UTC that a reply states. */
export function readTimeslot(reply: ChoiceReply, here: CalendarContext): string | undefined {
  const instant = [...(reply.picked ?? []), normalizeReply(reply.text)].find((each) => isInstant(each))
  if (instant !== undefined) return new Date(instant).toISOString()
  const meant = isCounterQuestion(reply.text) ? undefined : interpretWording(normalizeWording(reply.text), here)
  const minutes = meant?.minutes && certainMinutes(meant.minutes)
  return minutes === undefined ? undefined : utc(findFirstAhead(meant?.days, minutes, here))
}

export function readOfferedTime(
  reply: ChoiceReply,
  offered: readonly FlowChoice[],
  here: CalendarContext,
): FlowChoice | undefined {
  const picked = findPickedChoice(reply.picked, offered)
  if (picked) return picked
  const wording = normalizeForMatching(reply.text)
  const named = getOnlyOne(
    offered.filter(
      ({ label, id }) =>
        wording !== '' && (normalizeForMatching(label) === wording || normalizeForMatching(id) === wording),
    ),
  )
  return named ?? matchPositionOrTime(reply.text, offered, here) ?? chooseByYesNo(reply.text, offered)
}

/** Returns the offered times that a reply may mean; undefined if it mentions no time. */
export function findFittingTimes(
  text: string,
  offered: readonly FlowChoice[],
  here: CalendarContext,
): FlowChoice[] | undefined {
  if (isCounterQuestion(text) || parseChoicePosition(normalizeForMatching(text), offered.length)) return undefined
  const wording = normalizeWording(text)
  const meant = interpretWording(wording, here) ?? interpretWording(`at ${wording}`, here)
  return (
    meant &&
    offered.filter(
      ({ id }) => isInstant(id) && matchesAgreedTime(inTimeZone(Date.parse(id), here.now.timeZoneId), meant),
    )
  )
}

/** `is it tomorrow?` is a question, `is tomorrow ok?` chooses tomorrow. */
export function isCounterQuestion(text: string): boolean {
  return /^(?:is (?:it|that|this)|was it|are|do|does|did|will|when|what (?!about)|which|why|who|how (?!about)).*\?$/i.test(
    normalizeReply(text),
  )
}

/** A bare `2` may be a list position or an hour; if the two differ, neither is certain. */
function matchPositionOrTime(
  text: string,
  offered: readonly FlowChoice[],
  here: CalendarContext,
): FlowChoice | undefined {
  const position = parseChoicePosition(normalizeForMatching(text), offered.length)
  if (position?.certain) return offered[position.at]
  const wording = normalizeWording(text)
  const wordings = [wording, `at ${wording}`, ...(position ? [`the ${wording}`] : [])]
  const fitting = wordings.map((each) => findFittingTime(each, offered, here)).filter((each) => each !== undefined)
  const found = new Set([...(position ? [offered[position.at]] : []), ...(position ? fitting : fitting.slice(0, 1))])
  const [one] = found
  return found.size === 1 && !isCounterQuestion(text) ? one : undefined
}

function findFittingTime(
  wording: string,
  offered: readonly FlowChoice[],
  here: CalendarContext,
): FlowChoice | undefined {
  const superlative = /^(?:the )?(earliest|soonest|latest)(?: (?:one|time|slot|possible|available))*$/.exec(
    wording,
  )?.[1]
  const meant = interpretWording(wording, here)
  const times = offered.filter(({ id }) => isInstant(id))
  if (superlative) {
    const inOrder = times.toSorted((a, b) => Date.parse(a.id) - Date.parse(b.id))
    return superlative === 'latest' ? inOrder.at(-1) : inOrder[0]
  }
  return (
    meant &&
    getOnlyOne(times.filter(({ id }) => matchesAgreedTime(inTimeZone(Date.parse(id), here.now.timeZoneId), meant)))
  )
}

function interpretWording(wording: string, here: CalendarContext): AgreedTime | undefined {
  const mentions = findMentions(wording, rules, here)
  return mentions && mentions.length > 0 ? combineMentions(mentions) : undefined
}

function matchesAgreedTime(time: Temporal.ZonedDateTime, { days, minutes, parts }: AgreedTime): boolean {
  const minute = time.hour * 60 + time.minute
  const day = time.toPlainDate()
  if (days && !days.some((each) => each.equals(day))) return false
  return (minutes?.includes(minute) ?? true) && parts.every(({ from, to }) => minute >= from && minute < to)
}

function certainMinutes(minutes: readonly number[]): number | undefined {
  return getOnlyOne(minutes) ?? getOnlyOne(minutes.filter((minute) => minute >= business.from && minute < business.to))
}

/**
 * Without a day, returns the next occurrence of the time; rejects a time that is past, or that a clock change skips or
 * repeats.
 */
function findFirstAhead(
  days: Temporal.PlainDate[] | undefined,
  minutes: number,
  here: CalendarContext,
): Temporal.ZonedDateTime | undefined {
  const candidateDays = days?.slice(0, 1) ?? [here.today, here.today.add({ days: 1 })]
  const times = candidateDays.map((day) => atTimeOfDay(day, minutes, here))
  return times.find((time) => time && time.epochMilliseconds > here.now.epochMilliseconds)
}

function atTimeOfDay(
  day: Temporal.PlainDate,
  minutes: number,
  { now }: CalendarContext,
): Temporal.ZonedDateTime | undefined {
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

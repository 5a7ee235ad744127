import type { CalendarContext } from './calendar/context.ts'
import { dayRules } from './calendar/days.ts'
import { combineMentions, findMentions, normalizeWording } from './calendar/scan.ts'
import { isCounterQuestion } from './timeslot.ts'

/** Returns the one day in a reply, as YYYY-MM-DD in the person's time zone. */
export function readDate(text: string, here: CalendarContext): string | undefined {
  if (isCounterQuestion(text)) return undefined
  const mentions = findMentions(normalizeWording(text), dayRules, here)
  return mentions && combineMentions(mentions)?.days?.[0]?.toString()
}

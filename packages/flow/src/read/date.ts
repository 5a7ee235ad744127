import { agreed } from './calendar/agree.ts'
import { dayRules } from './calendar/days.ts'
import { mentionsIn, wordingsOf } from './calendar/scan.ts'
import type { Here } from './calendar/today.ts'
import { asksBack } from './timeslot.ts'

/** The one day of a reply, as YYYY-MM-DD of the person's own calendar. */
export function readDate(text: string, here: Here): string | undefined {
  if (asksBack(text)) return undefined
  const mentions = mentionsIn(wordingsOf(text), dayRules, here)
  return mentions && agreed(mentions)?.days?.[0]?.toString()
}

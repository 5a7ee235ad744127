import { phrases } from '../phrases.ts'
import { call, type Skill, type View } from '../view.ts'

/** A time that was picked is booked, or taken for the appointment that was to be moved. */
export const pickedTime: Skill = (view) => {
  const { picked } = view.hints
  const startUtc = picked?.intent === 'ask.time' ? picked.optionIds[0] : undefined
  if (startUtc === undefined || Number.isNaN(Date.parse(startUtc))) return undefined
  const moved = isMoving(view) ? call(view, { name: 'scheduling.reschedule', given: { startUtc } }) : undefined
  return moved ?? call(view, { name: 'scheduling.book', given: { startUtc } })
}

/** Whether the times shown last were for a move. */
export function isMoving({ hints: { history, meetings } }: View): boolean {
  const shown = history.findLast(
    ({ role, text }) => role === 'agent' && (text.includes(phrases.moveTimes) || text.includes(phrases.offerTimes)),
  )
  return meetings.length > 0 && shown !== undefined && shown.text.includes(phrases.moveTimes)
}

import { compile } from '@parley/amf'
import { type Choice, readAnswer, timesMeant } from '@parley/flow'
import { dateIn } from '../../../tools/clock.ts'
import type { TurnHints } from '../../model.ts'
import { namedTimes } from '../language/days.ts'
import { phrases } from '../phrases.ts'
import { call, lastAnswer, type Skill, type Step, say, type View } from '../view.ts'

/** A time that was picked, or named among those shown, is booked, or taken for the appointment that was to be moved. */
export const pickedTime: Skill = (view) => {
  const { picked } = view.hints
  if (picked) return picked.intent === 'ask.time' ? taken(view, picked.optionIds[0]) : undefined
  const offered = offeredBefore(view)
  if (offered.length === 0) return undefined
  const { said, hints } = view
  const about = { now: hints.now, timezone: hints.timezone, offered }
  const read = (text: string) => readAnswer({ name: 'time', type: 'timeslot' }, { text }, about)
  const answer = [said, ...withDay(view)].map(read).find(({ kind }) => kind === 'value')
  if (answer?.kind === 'value') return taken(view, String(answer.value))
  const isDayless = namedTimes(view.asked, hints.now, hints.timezone) === undefined
  return isDayless && isOnSeveralDays(timesMeant(said, about) ?? [], hints) ? say(phrases.whichDay) : undefined
}

function taken(view: View, startUtc: string | undefined): Step | undefined {
  if (startUtc === undefined || Number.isNaN(Date.parse(startUtc))) return undefined
  const moved = isMoving(view) ? call(view, { name: 'scheduling.reschedule', given: { startUtc } }) : undefined
  return moved ?? call(view, { name: 'scheduling.book', given: { startUtc } })
}

/** Times that were shown last, and stand while another day is asked for. */
function offeredBefore(view: View): Choice[] {
  const last = lastAnswer(view)
  const asksDay = [phrases.whichDay, phrases.otherDay, phrases.otherDayToMove].some((phrase) => last.includes(phrase))
  const shown = ({ role, text }: TurnHints['history'][number]) => role === 'agent' && text.includes('[[ask.time')
  return offeredIn(asksDay ? (view.hints.history.findLast(shown)?.text ?? '') : last)
}

/** `10am`, and then `Tuesday`. */
function withDay(view: View): string[] {
  const before = view.hints.history.findLast(({ role }) => role === 'person')?.text
  return before !== undefined && lastAnswer(view).includes(phrases.whichDay)
    ? [`${before.slice(0, 200)}, ${view.said}`]
    : []
}

/** The times of a picker, as the history has it. */
function offeredIn(aml: string): Choice[] {
  if (!aml.includes('[[ask.time')) return []
  return compile(aml, {}).message.parts.flatMap((part) =>
    part.type === 'ask.time' ? part.slots.map(({ id, label }) => ({ id, label: label ?? id })) : [],
  )
}

function isOnSeveralDays(times: readonly Choice[], { timezone }: TurnHints): boolean {
  return new Set(times.map(({ id }) => dateIn(timezone, id))).size > 1
}

/** Whether the times shown last were for a move. */
export function isMoving({ hints: { history, meetings } }: View): boolean {
  const shown = history.findLast(
    ({ role, text }) => role === 'agent' && (text.includes(phrases.moveTimes) || text.includes(phrases.offerTimes)),
  )
  return meetings.length > 0 && shown !== undefined && shown.text.includes(phrases.moveTimes)
}

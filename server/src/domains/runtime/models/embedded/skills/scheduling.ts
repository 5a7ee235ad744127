import { plain } from '../aml.ts'
import { type NamedTimes, namedTimes } from '../language/days.ts'
import { isYes, type SchedulingRequest, schedulingRequest } from '../language/requests.ts'
import { contactSentence, phrases } from '../phrases.ts'
import { call, lastAnswer, offers, type Skill, type Step, say, type View } from '../view.ts'
import { isMoving } from './picked-time.ts'

/** Books, moves and cancels where it can; `cannotSchedule` says so where it cannot. */
export const scheduling: Skill = (view) => {
  const request = requestIn(view)
  return request && answers[request](view)
}

export const cannotSchedule: Skill = (view) => {
  const request = requestIn(view)
  if (request === undefined || request === 'tell' || offers(view, 'scheduling.offerTimes')) return undefined
  return say([phrases.cannotBook, contactSentence(view.hints)].filter(Boolean).join(' '))
}

const answers: Record<SchedulingRequest, (view: View) => Step | undefined> = {
  book: (view) => call(view, { name: 'scheduling.offerTimes', given: { ...timesIn(view, 'all') } }),
  move: (view) =>
    view.hints.meetings.length === 0
      ? noMeeting(view)
      : call(view, { name: 'scheduling.offerTimes', given: { ...timesIn(view, 'last') } }),
  cancel: (view) => {
    const { meetings } = view.hints
    if (!offers(view, 'scheduling.cancel')) return undefined
    if (meetings.length === 0) return noMeeting(view)
    const meant =
      meetings.length === 1 ? meetings : meetings.filter(({ startUtc }) => isWithin(startUtc, timesIn(view, 'all')))
    if (meant.length !== 1)
      return say(phrases.whichToCancel, meetings.map(({ label }) => `- ${plain(label)}`).join('\n'))
    return call(view, { name: 'scheduling.cancel', given: { appointmentId: meant[0]?.id } })
  },
  tell: (view) => {
    const { meetings } = view.hints
    const [first, ...more] = meetings
    if (!first) return offers(view, 'scheduling.offerTimes') ? noMeeting(view) : undefined
    if (more.length === 0) return say(phrases.meeting(first.label))
    return say(phrases.meetings, meetings.map(({ label }) => `- ${plain(label)}`).join('\n'))
  },
}

/** Asked for in so many words, or as the answer to what the agent has just asked. */
export function requestIn(view: View): SchedulingRequest | undefined {
  const request = schedulingRequest(view.asked, view.hints.meetings.length > 0)
  if (request) return request
  const last = lastAnswer(view)
  if (last.includes(phrases.bookOne) && isYes(view.asked)) return 'book'
  if (!timesIn(view, 'all')) return undefined
  if (last.includes(phrases.whichToCancel)) return 'cancel'
  if (last.includes(phrases.whichDay)) return isMoving(view) ? 'move' : 'book'
  if (last.includes(phrases.moveTimes) || last.includes(phrases.otherDayToMove)) return 'move'
  return last.includes(phrases.offerTimes) || last.includes(phrases.otherDay) ? 'book' : undefined
}

function noMeeting(view: View): Step {
  return say(offers(view, 'scheduling.offerTimes') ? `${phrases.noMeeting} ${phrases.bookOne}` : phrases.noMeeting)
}

export function timesIn({ asked, hints: { now, timezone } }: View, which: 'all' | 'last'): NamedTimes | undefined {
  return namedTimes(asked, now, timezone, which)
}

function isWithin(startUtc: string, times: NamedTimes | undefined): boolean {
  if (!times) return false
  const [start, from, to] = [startUtc, times.from, times.to].map(Date.parse) as [number, number, number]
  return start >= from && start < to
}

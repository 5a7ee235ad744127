import { whichLocationPrompt } from '../../../turn/location.ts'
import { type MentionedRange, parseMentionedRange } from '../language/days.ts'
import { detectSchedulingRequest, isYes, type SchedulingRequest } from '../language/requests.ts'
import { escapeMarkers, formatContactSentence, phrases } from '../phrases.ts'
import {
  createCallStep,
  createReplyStep,
  getLastAnswer,
  hasTool,
  type ModelStep,
  type Skill,
  type SkillContext,
} from '../skill-context.ts'
import { isRescheduling } from './picked-time.ts'

/** Books, reschedules, and cancels when the tools are available; otherwise `cannotSchedule` says so. */
export const schedulingSkill: Skill = (view) => {
  const request = detectRequest(view)
  return request && answers[request](view)
}

export const cannotScheduleSkill: Skill = (view) => {
  const request = detectRequest(view)
  if (request === undefined || request === 'tell' || hasTool(view, 'scheduling.offerTimes')) return undefined
  return createReplyStep([phrases.cannotBook, formatContactSentence(view.hints)].filter(Boolean).join(' '))
}

const answers: Record<SchedulingRequest, (view: SkillContext) => ModelStep | undefined> = {
  book: (view) =>
    createCallStep(view, { name: 'scheduling.offerTimes', given: { ...parseRequestedTimes(view, 'all') } }),
  move: (view) =>
    view.hints.meetings.length === 0
      ? explainNoAppointment(view)
      : createCallStep(view, { name: 'scheduling.offerTimes', given: { ...parseRequestedTimes(view, 'last') } }),
  cancel: (view) => {
    const { meetings } = view.hints
    if (!hasTool(view, 'scheduling.cancel')) return undefined
    if (meetings.length === 0) return explainNoAppointment(view)
    const meant =
      meetings.length === 1
        ? meetings
        : meetings.filter(({ startUtc }) => isWithin(startUtc, parseRequestedTimes(view, 'all')))
    if (meant.length !== 1)
      return createReplyStep(phrases.whichToCancel, meetings.map(({ label }) => `- ${escapeMarkers(label)}`).join('\n'))
    return createCallStep(view, { name: 'scheduling.cancel', given: { appointmentId: meant[0]?.id } })
  },
  tell: (view) => {
    const { meetings } = view.hints
    const [first, ...more] = meetings
    if (!first) return hasTool(view, 'scheduling.offerTimes') ? explainNoAppointment(view) : undefined
    if (more.length === 0) return createReplyStep(phrases.meeting(first.label))
    return createReplyStep(phrases.meetings, meetings.map(({ label }) => `- ${escapeMarkers(label)}`).join('\n'))
  },
}

/** An explicit request, or the answer to the agent's last question. */
export function detectRequest(view: SkillContext): SchedulingRequest | undefined {
  const request = detectSchedulingRequest(view.question, view.hints.meetings.length > 0)
  if (request) return request
  const last = getLastAnswer(view)
  if (last.includes(phrases.bookOne) && isYes(view.question)) return 'book'
  if (last.includes(whichLocationPrompt) && view.hints.picked?.intent === 'ask.choice') return 'book'
  if (!parseRequestedTimes(view, 'all')) return undefined
  if (last.includes(phrases.whichToCancel)) return 'cancel'
  if (last.includes(phrases.whichDay)) return isRescheduling(view) ? 'move' : 'book'
  if (last.includes(phrases.moveTimes) || last.includes(phrases.otherDayToMove)) return 'move'
  return last.includes(phrases.offerTimes) || last.includes(phrases.otherDay) ? 'book' : undefined
}

function explainNoAppointment(view: SkillContext): ModelStep {
  return createReplyStep(
    hasTool(view, 'scheduling.offerTimes') ? `${phrases.noMeeting} ${phrases.bookOne}` : phrases.noMeeting,
  )
}

export function parseRequestedTimes(
  { question, hints: { now, timezone } }: SkillContext,
  which: 'all' | 'last',
): MentionedRange | undefined {
  return parseMentionedRange(question, now, timezone, which)
}

function isWithin(startUtc: string, times: MentionedRange | undefined): boolean {
  if (!times) return false
  const [start, from, to] = [startUtc, times.from, times.to].map(Date.parse) as [number, number, number]
  return start >= from && start < to
}

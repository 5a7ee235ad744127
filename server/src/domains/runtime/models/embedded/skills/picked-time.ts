import { compile } from '@parley/amf'
import { type FlowChoice, findMeantTimes, readSlotAnswer } from '@parley/flow'
import { toZonedDate } from '../../../tools/zoned-time.ts'
import type { TurnHints } from '../../model.ts'
import { parseMentionedRange } from '../language/days.ts'
import { phrases } from '../phrases.ts'
import {
  createCallStep,
  createReplyStep,
  getLastAnswer,
  type ModelStep,
  type Skill,
  type SkillContext,
} from '../skill-context.ts'

/** Books the time that was picked, or named from those shown, or reschedules to it. */
export const pickedTimeSkill: Skill = (view) => {
  const { picked } = view.hints
  if (picked) return picked.intent === 'ask.time' ? bookOrReschedule(view, picked.optionIds[0]) : undefined
  const offered = findOfferedTimes(view)
  if (offered.length === 0) return undefined
  const { personText, hints } = view
  const about = { now: hints.now, timezone: hints.timezone, offered }
  const read = (text: string) => readSlotAnswer({ name: 'time', type: 'timeslot' }, { text }, about)
  const answer = [personText, ...withPreviousTime(view)].map(read).find(({ kind }) => kind === 'value')
  if (answer?.kind === 'value') return bookOrReschedule(view, String(answer.value))
  const isDayless = parseMentionedRange(view.question, hints.now, hints.timezone) === undefined
  return isDayless && isOnSeveralDays(findMeantTimes(personText, about) ?? [], hints)
    ? createReplyStep(phrases.whichDay)
    : undefined
}

function bookOrReschedule(view: SkillContext, startUtc: string | undefined): ModelStep | undefined {
  if (startUtc === undefined || Number.isNaN(Date.parse(startUtc))) return undefined
  const moved = isRescheduling(view)
    ? createCallStep(view, { name: 'scheduling.reschedule', given: { startUtc } })
    : undefined
  return moved ?? createCallStep(view, { name: 'scheduling.book', given: { startUtc } })
}

/** The times shown last; they remain valid while the agent asks for another day. */
function findOfferedTimes(view: SkillContext): FlowChoice[] {
  const last = getLastAnswer(view)
  const asksDay = [phrases.whichDay, phrases.otherDay, phrases.otherDayToMove].some((phrase) => last.includes(phrase))
  const isOffer = ({ role, text }: TurnHints['history'][number]) => role === 'agent' && text.includes('[[ask.time')
  return parseOfferedTimes(asksDay ? (view.hints.history.findLast(isOffer)?.text ?? '') : last)
}

/** Combines `10am` with a following `Tuesday`. */
function withPreviousTime(view: SkillContext): string[] {
  const before = view.hints.history.findLast(({ role }) => role === 'person')?.text
  return before !== undefined && getLastAnswer(view).includes(phrases.whichDay)
    ? [`${before.slice(0, 200)}, ${view.personText}`]
    : []
}

function parseOfferedTimes(aml: string): FlowChoice[] {
  if (!aml.includes('[[ask.time')) return []
  return compile(aml, {}).message.parts.flatMap((part) =>
    part.type === 'ask.time' ? part.slots.map(({ id, label }) => ({ id, label: label ?? id })) : [],
  )
}

function isOnSeveralDays(times: readonly FlowChoice[], { timezone }: TurnHints): boolean {
  return new Set(times.map(({ id }) => toZonedDate(timezone, id))).size > 1
}

export function isRescheduling({ hints: { history, meetings } }: SkillContext): boolean {
  const lastOffer = history.findLast(
    ({ role, text }) => role === 'agent' && (text.includes(phrases.moveTimes) || text.includes(phrases.offerTimes)),
  )
  return meetings.length > 0 && lastOffer !== undefined && lastOffer.text.includes(phrases.moveTimes)
}

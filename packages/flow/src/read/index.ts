import type { AgentLocation, FlowSlot } from '@parley/definition'
import type { FlowChoice, SlotValue } from '../engine.ts'
import { type CalendarContext, createCalendarContext } from './calendar/context.ts'
import { readChoice } from './choice/choice.ts'
import { readDate } from './date.ts'
import { readEmail } from './email.ts'
import { readLocation } from './location.ts'
import { readNumber } from './number.ts'
import { readPhone } from './phone.ts'
import { readString } from './string.ts'
import { findFittingTimes, readOfferedTime, readTimeslot } from './timeslot.ts'
import { wantsToSkip } from './words/reply-wording.ts'
import { readYesNo } from './yes-no.ts'

export { readYesNo } from './yes-no.ts'

export type SlotReply = { text: string; picked?: string[] }

/** `offered` are the choices shown to the person. */
export type SlotReadContext = {
  now: string
  timezone: string
  country?: string
  locations?: readonly AgentLocation[]
  offered?: FlowChoice[]
}

export type SlotAnswer = { kind: 'value'; value: SlotValue; label?: string } | { kind: 'unclear' } | { kind: 'skip' }

type ReadValue = { value: SlotValue; label?: string } | undefined

/** Reads the answer from a reply without a model; never returns an uncertain answer. */
export function readSlotAnswer(slot: FlowSlot, reply: SlotReply, context: SlotReadContext): SlotAnswer {
  const maySkip = slot.required === false && wantsToSkip(reply.text)
  if (slot.type === 'location') {
    const location = readLocation(slot, reply, context)
    if (location) return { kind: 'value', ...location }
    return { kind: maySkip ? 'skip' : 'unclear' }
  }
  const choices = listChoices(slot, context)
  const mayMeanNo = slot.type === 'boolean' || choices.length > 0
  if (maySkip && !mayMeanNo) return { kind: 'skip' }
  const read =
    choices.length > 0 ? readChosen(slot, reply, { about: context, choices }) : readWritten(slot, reply, context)
  if (read) return { kind: 'value', ...read }
  return { kind: maySkip ? 'skip' : 'unclear' }
}

function listChoices({ options = [] }: FlowSlot, { offered = [] }: SlotReadContext): FlowChoice[] {
  return offered.length > 0 ? offered : options.map((option) => ({ id: option, label: option }))
}

function readChosen(
  slot: FlowSlot,
  reply: SlotReply,
  { about: context, choices }: { about: SlotReadContext; choices: FlowChoice[] },
): ReadValue {
  const choice =
    slot.type === 'timeslot' ? readChosenTime(reply, { about: context, choices }) : readChoice(reply, choices)
  if (!choice) return slot.type === 'boolean' ? readWritten(slot, reply, context) : undefined
  if (slot.type === 'enum' || slot.type === 'string' || slot.type === 'timeslot')
    return { value: choice.id, label: choice.label }
  const typed = readWritten(slot, { text: choice.id }, context)
  return typed && { ...typed, label: choice.label }
}

/** Returns the offered times that a reply may mean; undefined if it mentions no time. */
export function findMeantTimes(text: string, context: SlotReadContext): FlowChoice[] | undefined {
  const here = createCalendarContext(context)
  return here && findFittingTimes(text, context.offered ?? [], here)
}

function readChosenTime(
  reply: SlotReply,
  { about: context, choices }: { about: SlotReadContext; choices: FlowChoice[] },
): FlowChoice | undefined {
  const here = createCalendarContext(context)
  return here && readOfferedTime(reply, choices, here)
}

function readWritten(slot: FlowSlot, reply: SlotReply, context: SlotReadContext): ReadValue {
  const readers: Record<FlowSlot['type'], () => SlotValue | undefined> = {
    string: () => readString(reply.text, isNameSlot(slot)),
    email: () => readEmail(reply.text),
    phone: () => readPhone(reply.text, context.country),
    number: () => readNumber(reply.text, context.country?.toUpperCase()),
    date: () => readWith(createCalendarContext(context), (here) => readDate(reply.text, here)),
    timeslot: () => readWith(createCalendarContext(context), (here) => readTimeslot(reply, here)),
    enum: () => undefined,
    boolean: () => readBoolean(reply.text),
    location: () => undefined,
  }
  const value = readers[slot.type]()
  return value === undefined ? undefined : { value }
}

/** Creating the calendar context costs more than everything else: only dates and times need it. */
const readWith = <T>(here: CalendarContext | undefined, read: (here: CalendarContext) => T): T | undefined =>
  here && read(here)

function isNameSlot({ name, bind = '' }: FlowSlot): boolean {
  return /name(?:$|[^a-z])/i.test(name) || /^person\.(?:first|last|full)Name$/.test(bind)
}

function readBoolean(text: string): boolean | undefined {
  const answer = readYesNo(text)
  return answer && answer === 'yes'
}

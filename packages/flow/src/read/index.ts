import type { FlowSlot } from '@parley/definition'
import type { FlowChoice, SlotValue } from '../engine.ts'
import { type CalendarContext, createCalendarContext } from './calendar/context.ts'
import { readChoice } from './choice/choice.ts'
import { readDate } from './date.ts'
import { readEmail } from './email.ts'
import { readNumber } from './number.ts'
import { readPhone } from './phone.ts'
import { wantsToSkip } from './skip.ts'
import { readString } from './string.ts'
import { findFittingTimes, readOfferedTime, readTimeslot } from './timeslot.ts'
import { readYesNo } from './yes-no.ts'

export { readYesNo } from './yes-no.ts'

export type SlotReply = { text: string; picked?: string[] }

/** `offered` are the choices that the person was shown. */
export type SlotReadContext = { now: string; timezone: string; country?: string; offered?: FlowChoice[] }

export type SlotAnswer = { kind: 'value'; value: SlotValue; label?: string } | { kind: 'unclear' } | { kind: 'skip' }

type ReadValue = { value: SlotValue; label?: string } | undefined

/** What a reply answers, with no model: an answer that is not certain is never taken. */
export function readSlotAnswer(slot: FlowSlot, reply: SlotReply, about: SlotReadContext): SlotAnswer {
  const maySkip = slot.required === false && wantsToSkip(reply.text)
  const choices = listChoices(slot, about)
  const mayMeanNo = slot.type === 'boolean' || choices.length > 0
  if (maySkip && !mayMeanNo) return { kind: 'skip' }
  const read = choices.length > 0 ? readChosen(slot, reply, { about, choices }) : readWritten(slot, reply, about)
  if (read) return { kind: 'value', ...read }
  return { kind: maySkip ? 'skip' : 'unclear' }
}

function listChoices({ options = [] }: FlowSlot, { offered = [] }: SlotReadContext): FlowChoice[] {
  return offered.length > 0 ? offered : options.map((option) => ({ id: option, label: option }))
}

function readChosen(
  slot: FlowSlot,
  reply: SlotReply,
  { about, choices }: { about: SlotReadContext; choices: FlowChoice[] },
): ReadValue {
  const choice = slot.type === 'timeslot' ? readChosenTime(reply, { about, choices }) : readChoice(reply, choices)
  if (!choice) return slot.type === 'boolean' ? readWritten(slot, reply, about) : undefined
  if (slot.type === 'enum' || slot.type === 'string' || slot.type === 'timeslot')
    return { value: choice.id, label: choice.label }
  const typed = readWritten(slot, { text: choice.id }, about)
  return typed && { ...typed, label: choice.label }
}

/** Those of the offered times that a reply may mean; undefined where it names no time. */
export function findMeantTimes(text: string, about: SlotReadContext): FlowChoice[] | undefined {
  const here = createCalendarContext(about)
  return here && findFittingTimes(text, about.offered ?? [], here)
}

function readChosenTime(
  reply: SlotReply,
  { about, choices }: { about: SlotReadContext; choices: FlowChoice[] },
): FlowChoice | undefined {
  const here = createCalendarContext(about)
  return here && readOfferedTime(reply, choices, here)
}

function readWritten(slot: FlowSlot, reply: SlotReply, about: SlotReadContext): ReadValue {
  const readers: Record<FlowSlot['type'], () => SlotValue | undefined> = {
    string: () => readString(reply.text, isNameSlot(slot)),
    email: () => readEmail(reply.text),
    phone: () => readPhone(reply.text, about.country),
    number: () => readNumber(reply.text, about.country?.toUpperCase()),
    date: () => readWith(createCalendarContext(about), (here) => readDate(reply.text, here)),
    timeslot: () => readWith(createCalendarContext(about), (here) => readTimeslot(reply, here)),
    enum: () => undefined,
    boolean: () => readBoolean(reply.text),
  }
  const value = readers[slot.type]()
  return value === undefined ? undefined : { value }
}

/** To know where and when somebody is takes longer than all else: only dates and times ask for it. */
const readWith = <T>(here: CalendarContext | undefined, read: (here: CalendarContext) => T): T | undefined =>
  here && read(here)

function isNameSlot({ name, bind = '' }: FlowSlot): boolean {
  return /name(?:$|[^a-z])/i.test(name) || /^person\.(?:first|last|full)Name$/.test(bind)
}

function readBoolean(text: string): boolean | undefined {
  const said = readYesNo(text)
  return said && said === 'yes'
}

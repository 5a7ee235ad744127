import type { FlowSlot } from '@parley/definition'
import type { Choice, SlotValue } from '../engine.ts'
import { type Here, hereOf } from './calendar/today.ts'
import { readChoice } from './choice/choice.ts'
import { readDate } from './date.ts'
import { readEmail } from './email.ts'
import { readNumber } from './number.ts'
import { readPhone } from './phone.ts'
import { wantsToSkip } from './skip.ts'
import { readString } from './string.ts'
import { fittingTimes, readOffered, readTime } from './timeslot.ts'
import { readYesNo } from './yes-no.ts'

export { readYesNo } from './yes-no.ts'

export type Reply = { text: string; picked?: string[] }

/** `offered` are the choices that the person was shown. */
export type About = { now: string; timezone: string; country?: string; offered?: Choice[] }

export type Answer = { kind: 'value'; value: SlotValue; label?: string } | { kind: 'unclear' } | { kind: 'skip' }

type Read = { value: SlotValue; label?: string } | undefined

/** What a reply answers, with no model: an answer that is not certain is never taken. */
export function readAnswer(slot: FlowSlot, reply: Reply, about: About): Answer {
  const maySkip = slot.required === false && wantsToSkip(reply.text)
  const choices = choicesOf(slot, about)
  const mayMeanNo = slot.type === 'boolean' || choices.length > 0
  if (maySkip && !mayMeanNo) return { kind: 'skip' }
  const read = choices.length > 0 ? chosen(slot, reply, { about, choices }) : written(slot, reply, about)
  if (read) return { kind: 'value', ...read }
  return { kind: maySkip ? 'skip' : 'unclear' }
}

function choicesOf({ options = [] }: FlowSlot, { offered = [] }: About): Choice[] {
  return offered.length > 0 ? offered : options.map((option) => ({ id: option, label: option }))
}

function chosen(slot: FlowSlot, reply: Reply, { about, choices }: { about: About; choices: Choice[] }): Read {
  const choice = slot.type === 'timeslot' ? offeredTime(reply, { about, choices }) : readChoice(reply, choices)
  if (!choice) return slot.type === 'boolean' ? written(slot, reply, about) : undefined
  if (slot.type === 'enum' || slot.type === 'string' || slot.type === 'timeslot')
    return { value: choice.id, label: choice.label }
  const typed = written(slot, { text: choice.id }, about)
  return typed && { ...typed, label: choice.label }
}

/** Those of the offered times that a reply may mean; undefined where it names no time. */
export function timesMeant(text: string, about: About): Choice[] | undefined {
  const here = hereOf(about)
  return here && fittingTimes(text, about.offered ?? [], here)
}

function offeredTime(reply: Reply, { about, choices }: { about: About; choices: Choice[] }): Choice | undefined {
  const here = hereOf(about)
  return here && readOffered(reply, choices, here)
}

function written(slot: FlowSlot, reply: Reply, about: About): Read {
  const readers: Record<FlowSlot['type'], () => SlotValue | undefined> = {
    string: () => readString(reply.text, isOfName(slot)),
    email: () => readEmail(reply.text),
    phone: () => readPhone(reply.text, about.country),
    number: () => readNumber(reply.text, about.country?.toUpperCase()),
    date: () => readWith(hereOf(about), (here) => readDate(reply.text, here)),
    timeslot: () => readWith(hereOf(about), (here) => readTime(reply, here)),
    enum: () => undefined,
    boolean: () => truthOf(reply.text),
  }
  const value = readers[slot.type]()
  return value === undefined ? undefined : { value }
}

/** To know where and when somebody is takes longer than all else: only dates and times ask for it. */
const readWith = <T>(here: Here | undefined, read: (here: Here) => T): T | undefined => here && read(here)

function isOfName({ name, bind = '' }: FlowSlot): boolean {
  return /name(?:$|[^a-z])/i.test(name) || /^person\.(?:first|last|full)Name$/.test(bind)
}

function truthOf(text: string): boolean | undefined {
  const said = readYesNo(text)
  return said && said === 'yes'
}

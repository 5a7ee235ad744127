import type { FlowSlot } from '@parley/definition'
import type { FlowNeed, Open, SlotValue } from '../engine.ts'
import { ask } from '../question.ts'
import { readAnswer } from '../read/index.ts'
import { change, gone, type Run, slotNamed } from '../run.ts'
import { isOptional, keepAnswer, skip } from '../slots/keep.ts'
import { shownValue } from '../slots/shown.ts'
import { type Given, refusal } from '../slots/validate.ts'
import { about } from './about.ts'
import { asideIn, letsGo } from './aside.ts'
import { leftForAsked } from './several.ts'
import { narrowed } from './times.ts'
import { notTaken, unclear } from './unclear.ts'

export type Reply = { text: string; picked?: string[] }
type OpenSlot = Extract<Open, { kind: 'slot' }>

export function answerSlot(run: Run, open: OpenSlot, reply: Reply): FlowNeed | undefined {
  const slot = slotNamed(run, open.slot)
  if (!slot) return gone(run, open.slot)
  const text = reply.picked ? tapped(reply) : leftForAsked(run, slot, reply.text)
  const read = (asked: FlowSlot) => readAnswer(asked, { ...reply, text }, about(run, open.offered))
  const aside = besides(run, open, slot, reply)
  if (aside) return aside
  const answer = read(readable(slot, open))
  if (answer.kind === 'value') return take(run, open, slot, { ...answer, text })
  if (answer.kind === 'skip' || (isOptional(slot) && (isDash(text) || letsGo(text)))) {
    skip(run, slot.name)
    return undefined
  }
  const times = reply.picked ? undefined : narrowed(run, slot, open, text)
  if (times?.kind === 'one') return take(run, open, slot, { value: times.time.id, label: times.time.label, text })
  if (times) return times.need
  const isRefused = read({ ...readable(slot, open), required: false }).kind === 'skip'
  return isRefused ? notTaken(run, open, 'Sorry, I need that to go on.') : unclear(run, open, text)
}

/** Any words are a text of one's own; some of them still are no answer. */
function besides(run: Run, open: OpenSlot, slot: FlowSlot, { text, picked }: Reply): FlowNeed | undefined {
  const isFree = !picked && readable(slot, open).type === 'string' && !open.offered
  return isFree && !(isOptional(slot) && letsGo(text)) ? asideIn(run, open, text, 'nothing else') : undefined
}

/** The buttons of yes and no may be labelled in any way. */
function tapped({ text, picked: [one] = [] }: Reply): string {
  return one === 'yes' || one === 'no' ? one : text
}

function isDash(text: string): boolean {
  return /^\s*[-–—]+\s*$/.test(text)
}

/** Where there is nothing to choose from, any words are an answer. */
function readable(slot: FlowSlot, { offered }: OpenSlot): FlowSlot {
  return slot.type === 'enum' && !offered ? { ...slot, type: 'string' } : slot
}

/** What the model made of a reply is checked like the reply itself. */
export function answerByModel(run: Run, open: OpenSlot, value: SlotValue): FlowNeed | undefined {
  const slot = slotNamed(run, open.slot)
  if (!slot) return gone(run, open.slot)
  const read = readable(slot, open)
  if (!open.offered && typeof value === plainTypes[read.type]) return take(run, open, slot, { value })
  const text = String(value)
  const answer = readAnswer(read, { text, picked: [text] }, about(run, open.offered))
  return answer.kind === 'value' ? take(run, open, slot, answer) : notTaken(run, open)
}

/** Of these, any value is as good as a reader's. */
const plainTypes: Partial<Record<FlowSlot['type'], string>> = { string: 'string', number: 'number', boolean: 'boolean' }

export function take(run: Run, open: OpenSlot, slot: FlowSlot, given: Given): FlowNeed | undefined {
  const why = refusal(slot, given, run.world)
  if (why !== undefined) return notTaken(run, open, why)
  if (slot.confirm) {
    const label = given.label ?? shownValue(run, given.value, slot)
    return ask(run, { kind: 'confirmSlot', slot: slot.name, value: given.value, label })
  }
  keepAnswer(run, slot, given)
  change(run, { awaits: undefined, asked: undefined })
  return undefined
}

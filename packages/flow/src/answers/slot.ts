import type { FlowSlot } from '@parley/definition'
import type { FlowRequest, OpenQuestion, SlotValue } from '../engine.ts'
import { askQuestion } from '../question.ts'
import { readSlotAnswer } from '../read/index.ts'
import { endBecauseMissing, type FlowRun, findSlot, updateFrame } from '../run.ts'
import { formatSlotValue } from '../slots/format.ts'
import { isOptional, skipSlot, storeAnswer } from '../slots/store.ts'
import { type SlotInput, validateSlot } from '../slots/validate.ts'
import { createAnswerContext } from './answer-context.ts'
import { declinesQuestion, detectAside } from './aside.ts'
import { extractOtherAnswers } from './other-answers.ts'
import { narrowTimes } from './times.ts'
import { askAfterFailure, handleUnclearReply } from './unclear.ts'

export type PersonReply = { text: string; picked?: string[] }
type OpenSlot = Extract<OpenQuestion, { kind: 'slot' }>

export function answerSlot(run: FlowRun, open: OpenSlot, reply: PersonReply): FlowRequest | undefined {
  const slot = findSlot(run, open.slot)
  if (!slot) return endBecauseMissing(run, open.slot)
  const text = reply.picked ? normalizeTap(reply) : extractOtherAnswers(run, slot, reply.text)
  const read = (asked: FlowSlot) => readSlotAnswer(asked, { ...reply, text }, createAnswerContext(run, open.offered))
  const aside = detectSlotAside(run, open, slot, reply)
  if (aside) return aside
  const answer = read(toReadableSlot(slot, open))
  if (answer.kind === 'value') return acceptSlotValue(run, open, slot, { ...answer, text })
  if (answer.kind === 'skip' || (isOptional(slot) && (isDash(text) || declinesQuestion(text)))) {
    skipSlot(run, slot.name)
    return undefined
  }
  const times = reply.picked ? undefined : narrowTimes(run, slot, open, text)
  if (times?.kind === 'one')
    return acceptSlotValue(run, open, slot, { value: times.time.id, label: times.time.label, text })
  if (times) return times.need
  const isRefused = read({ ...toReadableSlot(slot, open), required: false }).kind === 'skip'
  return isRefused ? askAfterFailure(run, open, 'Sorry, I need that to go on.') : handleUnclearReply(run, open, text)
}

/** Any words are a text of one's own; some of them still are no answer. */
function detectSlotAside(
  run: FlowRun,
  open: OpenSlot,
  slot: FlowSlot,
  { text, picked }: PersonReply,
): FlowRequest | undefined {
  const isFree = !picked && toReadableSlot(slot, open).type === 'string' && !open.offered
  return isFree && !(isOptional(slot) && declinesQuestion(text))
    ? detectAside(run, open, text, 'nothing else')
    : undefined
}

/** The buttons of yes and no may be labelled in any way. */
function normalizeTap({ text, picked: [one] = [] }: PersonReply): string {
  return one === 'yes' || one === 'no' ? one : text
}

function isDash(text: string): boolean {
  return /^\s*[-–—]+\s*$/.test(text)
}

/** Where there is nothing to choose from, any words are an answer. */
function toReadableSlot(slot: FlowSlot, { offered }: OpenSlot): FlowSlot {
  return slot.type === 'enum' && !offered ? { ...slot, type: 'string' } : slot
}

/** What the model made of a reply is checked like the reply itself. */
export function answerSlotFromModel(run: FlowRun, open: OpenSlot, value: SlotValue): FlowRequest | undefined {
  const slot = findSlot(run, open.slot)
  if (!slot) return endBecauseMissing(run, open.slot)
  const read = toReadableSlot(slot, open)
  if (!open.offered && typeof value === plainTypes[read.type]) return acceptSlotValue(run, open, slot, { value })
  const text = String(value)
  const answer = readSlotAnswer(read, { text, picked: [text] }, createAnswerContext(run, open.offered))
  return answer.kind === 'value' ? acceptSlotValue(run, open, slot, answer) : askAfterFailure(run, open)
}

/** Of these, any value is as good as a reader's. */
const plainTypes: Partial<Record<FlowSlot['type'], string>> = { string: 'string', number: 'number', boolean: 'boolean' }

export function acceptSlotValue(
  run: FlowRun,
  open: OpenSlot,
  slot: FlowSlot,
  given: SlotInput,
): FlowRequest | undefined {
  const why = validateSlot(slot, given, run.world)
  if (why !== undefined) return askAfterFailure(run, open, why)
  if (slot.confirm) {
    const label = given.label ?? formatSlotValue(run, given.value, slot)
    return askQuestion(run, { kind: 'confirmSlot', slot: slot.name, value: given.value, label })
  }
  storeAnswer(run, slot, given)
  updateFrame(run, { awaits: undefined, asked: undefined })
  return undefined
}

import type { FlowSlot } from '@parley/definition'
import type { FlowRequest, OpenQuestion } from '../engine.ts'
import { readSlotAnswer, readYesNo } from '../read/index.ts'
import { endBecauseMissing, type FlowRun, findSlot, updateFrame } from '../run.ts'
import { getStaticChoices } from '../slots/choices.ts'
import { type SlotInput, storeAnswer } from '../slots/store.ts'

import { applyActionDecision } from '../steps/action.ts'
import { createAnswerContext } from './answer-context.ts'
import { acceptSlotValue, type PersonReply } from './slot.ts'
import { handleUnclearReply } from './unclear.ts'

type OpenConfirm = Exclude<OpenQuestion, { kind: 'slot' }>

export function answerConfirm(run: FlowRun, open: OpenConfirm, reply: PersonReply): FlowRequest | undefined {
  const confirmation = readConfirmation(reply)
  const another = open.kind === 'confirmSlot' && confirmation !== 'yes' ? readCorrection(run, open, reply) : undefined
  if (another) return another.take()
  return confirmation === undefined
    ? handleUnclearReply(run, open, reply.text)
    : applyConfirmation(run, open, confirmation === 'yes')
}

/** Stores a confirmed value or asks for it again; runs or skips an action. */
export function applyConfirmation(run: FlowRun, open: OpenConfirm, isYes: boolean): FlowRequest | undefined {
  if (open.kind === 'confirmAction') return applyActionDecision(run, isYes)
  const slot = findSlot(run, open.slot)
  if (!slot) return endBecauseMissing(run, open.slot)
  if (isYes) storeAnswer(run, slot, open)
  else run.trace.push(`${slot.name} denied`)
  updateFrame(run, { awaits: undefined, asked: undefined })
  return undefined
}

function readConfirmation({ text, picked = [] }: PersonReply): 'yes' | 'no' | undefined {
  const [one] = picked
  return one === 'yes' || one === 'no' ? one : readYesNo(text)
}

/** “No, it is ada@example.com” contains the corrected value; free text cannot be corrected this way. */
function readCorrection(run: FlowRun, open: Extract<OpenQuestion, { kind: 'confirmSlot' }>, reply: PersonReply) {
  const slot = findSlot(run, open.slot)
  if (!slot || (slot.source !== undefined && slot.type !== 'location') || !isReadableType(slot)) return undefined
  const text = reply.text.replace(/^\s*(?:no|nope|nah|wrong)\b[\s,.:;!–-]*/i, '')
  const offered = getStaticChoices(slot, run.world)
  const answer = readSlotAnswer(slot, { text }, createAnswerContext(run, offered))
  if (text.trim() === '' || answer.kind !== 'value' || answer.value === open.value) return undefined
  const given: SlotInput = { ...answer, text }
  return {
    take: () => acceptSlotValue(run, { kind: 'slot', slot: slot.name, ...(offered && { offered }) }, slot, given),
  }
}

function isReadableType({ type, options }: FlowSlot): boolean {
  return type !== 'boolean' && (type !== 'string' || options !== undefined)
}

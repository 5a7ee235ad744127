import type { CollectStep, FlowSlot } from '@parley/definition'
import { readSlotAnswer } from '../read/index.ts'
import { type FlowRun, getStep } from '../run.ts'
import { storeAnswer } from '../slots/store.ts'
import { type SlotInput, validateSlot } from '../slots/validate.ts'
import { readBoundValue } from '../slots/values.ts'
import { listOpenSlots } from '../steps/collect.ts'
import { createAnswerContext } from './answer-context.ts'

/** Few things are so much themselves that they are known where nobody asked for them. */
const unmistakableTypes: readonly FlowSlot['type'][] = ['email', 'phone']

/** Who writes more than this tells a story. */
const maxLength = 1000

/** Takes out of a reply what answers other slots of the same step, and leaves what is for the one that was asked. */
export function extractOtherAnswers(run: FlowRun, asked: FlowSlot, text: string): string {
  const step = getStep(run)
  if (!step || !('collect' in step) || text.length > maxLength) return text
  const others = listOtherSlots(run, asked, step)
  if (others.length === 0) return text
  const pieces = splitReply(text, asked)
  let left = pieces
  for (const slot of others) {
    const found = left
      .filter((piece) => asked.type !== 'string' || isBare(piece))
      .flatMap((piece) => readForSlot(run, slot, piece) ?? [])
    const [given] = found
    if (!given || found.length > 1 || left.length < 2) continue
    storeAnswer(run, slot, given)
    left = left.filter((piece) => piece !== given.text)
  }
  return left === pieces ? text : left.join(', ')
}

/** In words of one's own an address is part of what is said, unless it stands alone. */
function isBare(piece: string): boolean {
  return !/\s/.test(piece) || !/\p{L}/u.test(piece)
}

function listOtherSlots(run: FlowRun, asked: FlowSlot, step: CollectStep): FlowSlot[] {
  const open = listOpenSlots(run, step)
  const isAlone = ({ type }: FlowSlot) => open.filter((slot) => slot.type === type).length === 1
  return open.filter((slot) => slot.name !== asked.name && isPlain(slot) && isAlone(slot) && !readBoundValue(run, slot))
}

/** Where a choice or a confirmation is wanted, it is asked for in its turn. */
function isPlain({ type, options, source, confirm }: FlowSlot): boolean {
  return unmistakableTypes.includes(type) && !options && source === undefined && !confirm
}

function readForSlot(run: FlowRun, slot: FlowSlot, text: string): SlotInput | undefined {
  const answer = readSlotAnswer(slot, { text }, createAnswerContext(run))
  if (answer.kind !== 'value') return undefined
  const given = { ...answer, text }
  return validateSlot(slot, given, run.world) === undefined ? given : undefined
}

/** Parted by commas, lines and “and”; an e-mail address stands by itself wherever it stands. */
function splitReply(text: string, asked: FlowSlot): string[] {
  const isFree = asked.type === 'string'
  const apart = isFree ? text : text.replaceAll(/\S+@\S+/g, (address) => `,${address.replace(/[,;.]+$/, '')},`)
  return apart
    .split(/[,;\n]|\s+and\s+/i)
    .map((piece) => piece.trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
}

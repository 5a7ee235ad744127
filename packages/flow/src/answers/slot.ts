import type { CollectStep, FlowSlot } from '@parley/definition'
import type { FlowChoice, FlowRequest, OpenQuestion, SlotValue } from '../engine.ts'
import { formatSlotValue } from '../fill.ts'
import { askQuestion, repeatQuestion } from '../question.ts'
import { findMeantTimes, readSlotAnswer } from '../read/index.ts'
import { endBecauseMissing, type FlowRun, findSlot, getStep, updateFrame } from '../run.ts'
import { isOptional, type SlotInput, skipSlot, storeAnswer, validateSlot } from '../slots/store.ts'

import { readBoundValue } from '../slots/values.ts'
import { listOpenSlots } from '../steps/collect.ts'
import { createAnswerContext } from './answer-context.ts'
import { narrowLocations } from './narrow-locations.ts'

import { askAfterFailure, declinesQuestion, detectAside, handleUnclearReply } from './unclear.ts'

type OpenTimeslot = Extract<OpenQuestion, { kind: 'slot' }>

/** The times that remain after a reply that chooses none of them; undefined if it mentions no time. */
type NarrowedTimes = { kind: 'one'; time: FlowChoice } | { kind: 'asked'; need: FlowRequest | undefined }

/** For `Tuesday`, when two times on that day are offered, asks about those only. */
function narrowTimes(run: FlowRun, slot: FlowSlot, open: OpenTimeslot, text: string): NarrowedTimes | undefined {
  const { offered = [], others = [] } = open
  if (slot.type !== 'timeslot' || offered.length === 0) return undefined
  const all = [...offered, ...others]
  const meant = findMeantTimes(text, createAnswerContext(run, all))
  const [time] = meant ?? []
  if (!meant || (meant.length === 1 && time && offered.includes(time))) return undefined
  if (meant.length === 1 && time) return { kind: 'one', time }
  if (meant.length === 0) {
    const whole: OpenQuestion = { kind: 'slot', slot: slot.name, offered: sortTimes(all) }
    return { kind: 'asked', need: askAfterFailure(run, whole, 'Sorry, I cannot offer that time.') }
  }
  run.effects.push({ kind: 'say', text: 'I can offer these times then.' })
  const rest = all.filter((choice) => !meant.includes(choice))
  const part: OpenQuestion = { kind: 'slot', slot: slot.name, offered: meant, ...(rest.length > 0 && { others: rest }) }
  return { kind: 'asked', need: repeatQuestion(run, part, { isFailure: rest.length === others.length }) }
}

/** The ids are ISO times, so they sort chronologically. */
const sortTimes = (times: FlowChoice[]): FlowChoice[] => times.toSorted((one, other) => (one.id < other.id ? -1 : 1))

/** Types recognizable even when the agent did not ask for them. */
const unmistakableTypes: readonly FlowSlot['type'][] = ['email', 'phone']

/** A longer message is a story, not an answer. */
const maxLength = 1000

/**
 * Stores the pieces of a reply that answer other slots of the same step, and returns the rest for the slot that was
 * asked.
 */
function extractOtherAnswers(run: FlowRun, current: FlowSlot, text: string): string {
  const step = getStep(run)
  if (!step || !('collect' in step) || text.length > maxLength) return text
  const others = listOtherSlots(run, current, step)
  if (others.length === 0) return text
  const pieces = splitReply(text, current)
  let left = pieces
  for (const slot of others) {
    const found = left
      .filter((piece) => current.type !== 'string' || isBare(piece))
      .flatMap((piece) => readForSlot(run, slot, piece) ?? [])
    const [given] = found
    if (!given || found.length > 1 || left.length < 2) continue
    storeAnswer(run, slot, given)
    left = left.filter((piece) => piece !== given.text)
  }
  return left === pieces ? text : left.join(', ')
}

/** In free text, an address is part of the sentence unless it stands alone. */
function isBare(piece: string): boolean {
  return !/\s/.test(piece) || !/\p{L}/u.test(piece)
}

function listOtherSlots(run: FlowRun, current: FlowSlot, step: CollectStep): FlowSlot[] {
  const open = listOpenSlots(run, step)
  const isAlone = ({ type }: FlowSlot) => open.filter((slot) => slot.type === type).length === 1
  return open.filter(
    (slot) => slot.name !== current.name && isPlain(slot) && isAlone(slot) && !readBoundValue(run, slot),
  )
}

/** Slots that need a choice or a confirmation are asked for in their turn. */
function isPlain({ type, options, source, confirm }: FlowSlot): boolean {
  return unmistakableTypes.includes(type) && !options && source === undefined && !confirm
}

function readForSlot(run: FlowRun, slot: FlowSlot, text: string): SlotInput | undefined {
  const answer = readSlotAnswer(slot, { text }, createAnswerContext(run))
  if (answer.kind !== 'value') return undefined
  const given = { ...answer, text }
  return validateSlot(slot, given, run.world) === undefined ? given : undefined
}

/** Splits at commas, line breaks and “and”; an email address is always its own piece. */
function splitReply(text: string, slot: FlowSlot): string[] {
  const isFree = slot.type === 'string'
  const apart = isFree ? text : text.replaceAll(/\S+@\S+/g, (address) => `,${address.replace(/[,;.]+$/, '')},`)
  return apart
    .split(/[,;\n]|\s+and\s+/i)
    .map((piece) => piece.trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
}

export type PersonReply = { text: string; picked?: string[] }
type OpenSlot = Extract<OpenQuestion, { kind: 'slot' }>

export function answerSlot(run: FlowRun, open: OpenSlot, reply: PersonReply): FlowRequest | undefined {
  const slot = findSlot(run, open.slot)
  if (!slot) return endBecauseMissing(run, open.slot)
  const text = reply.picked ? normalizeTap(reply) : extractOtherAnswers(run, slot, reply.text)
  const read = (candidate: FlowSlot) =>
    readSlotAnswer(candidate, { ...reply, text }, createAnswerContext(run, open.offered))
  const aside = detectSlotAside(run, open, slot, reply)
  if (aside) return aside
  const answer = read(toReadableSlot(slot, open))
  if (answer.kind === 'value') return acceptSlotValue(run, open, slot, { ...answer, text })
  if (answer.kind === 'skip' || (isOptional(slot) && (isDash(text) || declinesQuestion(text)))) {
    skipSlot(run, slot.name)
    return undefined
  }
  const narrowed = slot.type === 'location' && !reply.picked ? narrowLocations(run, slot, open, text) : undefined
  if (narrowed) return narrowed
  const times = reply.picked ? undefined : narrowTimes(run, slot, open, text)
  if (times?.kind === 'one')
    return acceptSlotValue(run, open, slot, { value: times.time.id, label: times.time.label, text })
  if (times) return times.need
  const isRefused = read({ ...toReadableSlot(slot, open), required: false }).kind === 'skip'
  return isRefused ? askAfterFailure(run, open, 'Sorry, I need that to continue.') : handleUnclearReply(run, open, text)
}

/** Free-text slots accept any text, but some replies are still not answers. */
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

/** Yes and no buttons may have any label. */
function normalizeTap({ text, picked: [one] = [] }: PersonReply): string {
  return one === 'yes' || one === 'no' ? one : text
}

function isDash(text: string): boolean {
  return /^\s*[-–—]+\s*$/.test(text)
}

/** Without choices, any text is an answer. */
function toReadableSlot(slot: FlowSlot, { offered }: OpenSlot): FlowSlot {
  return slot.type === 'enum' && !offered ? { ...slot, type: 'string' } : slot
}

/** Validates the model's reading of a reply like the reply itself. */
export function answerSlotFromModel(run: FlowRun, open: OpenSlot, value: SlotValue): FlowRequest | undefined {
  const slot = findSlot(run, open.slot)
  if (!slot) return endBecauseMissing(run, open.slot)
  const read = toReadableSlot(slot, open)
  if (!open.offered && typeof value === plainTypes[read.type]) return acceptSlotValue(run, open, slot, { value })
  const text = String(value)
  const answer = readSlotAnswer(read, { text, picked: [text] }, createAnswerContext(run, open.offered))
  return answer.kind === 'value' ? acceptSlotValue(run, open, slot, answer) : askAfterFailure(run, open)
}

/** Types for which a value of the right JavaScript type needs no parsing by a reader. */
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

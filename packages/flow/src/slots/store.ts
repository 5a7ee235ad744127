import { type FlowSlot, isSlotPredicate, parsePattern, type SlotPredicate } from '@parley/definition'
import { Temporal } from 'temporal-polyfill'
import type { FlowWorld, SlotValue } from '../engine.ts'
import { type FlowRun, getFrame, updateFrame } from '../run.ts'
import { isSlotValue } from '../state.ts'
import { chooseLocation } from './locations.ts'

/** Stores the person's answer; a bound slot is also saved to the Person. */
export function storeAnswer(run: FlowRun, slot: FlowSlot, { value, label }: SlotInput): void {
  storeSlotValue(run, slot.name, value, label)
  if (slot.type === 'location') chooseLocation(run, String(value))
  if (slot.bind !== undefined) {
    run.effects.push({ kind: 'save', path: slot.bind, value })
    run.learnt = { ...run.learnt, [slot.bind]: value }
  }
  run.trace.push(`${slot.name} filled`)
}

/** A name may be `__proto__`: only a computed key treats it like any other name. */
export function storeSlotValue(run: FlowRun, name: string, value: SlotValue, label?: string): void {
  const { slots, labels = {}, results } = getFrame(run)
  const others = Object.entries(labels).filter(([key]) => key !== name)
  const entries = label === undefined || label === String(value) ? others : [...others, [name, label] as const]
  updateFrame(run, {
    slots: { ...slots, [name]: value },
    labels: entries.length > 0 ? Object.fromEntries(entries) : undefined,
    results: omitKey(results, name),
  })
}

/**
 * Stores the result of an action. A single value is a slot value like any other; a list or an object is stored as JSON,
 * and its fields are read as `slot.field`. Without a result the slot is empty.
 */
export function storeResult(run: FlowRun, name: string, result: unknown): void {
  clearSlots(run, new Set([name]))
  if (isSlotValue(result)) storeSlotValue(run, name, result)
  else if (typeof result === 'object' && result !== null)
    updateFrame(run, { results: { ...getFrame(run).results, [name]: result } })
}

function omitKey<T>(record: Record<string, T> | undefined, name: string): Record<string, T> | undefined {
  if (!record || !Object.hasOwn(record, name)) return record
  const left = Object.entries(record).filter(([key]) => key !== name)
  return left.length > 0 ? Object.fromEntries(left) : undefined
}

export function skipSlot(run: FlowRun, name: string): void {
  updateFrame(run, { skipped: [...(getFrame(run).skipped ?? []), name], awaits: undefined, asked: undefined })
  run.trace.push(`${name} skipped`)
}

export function clearSlots(run: FlowRun, names: ReadonlySet<string>): void {
  const { slots, labels = {}, results = {}, skipped = [] } = getFrame(run)
  const without = <T>(record: Record<string, T>): [string, T][] =>
    Object.entries(record).filter(([name]) => !names.has(name))
  const [left, remainingLabels, remainingResults] = [without(slots), without(labels), without(results)]
  const out = skipped.filter((name) => !names.has(name))
  updateFrame(run, {
    slots: Object.fromEntries(left),
    labels: remainingLabels.length > 0 ? Object.fromEntries(remainingLabels) : undefined,
    results: remainingResults.length > 0 ? Object.fromEntries(remainingResults) : undefined,
    skipped: out.length > 0 ? out : undefined,
  })
}

export function isOptional({ required }: FlowSlot): boolean {
  return required === false
}

/** A value, and the text it was read from, if any. */
export type SlotInput = { value: SlotValue; label?: string; text?: string }

/** Returns the message that explains why a slot rejects a value; undefined if it is valid. */
export function validateSlot({ validate }: FlowSlot, given: SlotInput, world: FlowWorld): string | undefined {
  if (validate === undefined) return undefined
  if (isSlotPredicate(validate))
    return predicateChecks[validate](given.value, world) ? undefined : predicateMessages[validate]
  const pattern = parsePattern(validate)
  // Operators write /^[0-9]{10}$/ for a phone number as typed, while we store it as +1….
  const isTaken = !pattern.ok || [String(given.value), given.text?.trim() ?? ''].some((text) => pattern.test(text))
  return isTaken ? undefined : 'Sorry, that does not look right.'
}

const predicateMessages: Record<SlotPredicate, string> = {
  nonempty: 'Sorry, I need an answer to that.',
  future: 'Sorry, that must be in the future.',
  past: 'Sorry, that must be in the past.',
  positive: 'Sorry, that must be more than zero.',
  integer: 'Sorry, that must be a whole number.',
}

const predicateChecks: Record<SlotPredicate, (value: SlotValue, world: FlowWorld) => boolean> = {
  nonempty: (value) => String(value).trim() !== '',
  future: (value, world) => fromNow(value, world) >= 0,
  past: (value, world) => fromNow(value, world) <= 0,
  positive: (value) => Number(value) > 0,
  integer: (value) => String(value).trim() !== '' && Number.isInteger(Number(value)),
}

/**
 * Negative for the past. Today counts as both, because a date does not say which part of the day is meant. NaN if the
 * value is not a time.
 */
function fromNow(value: SlotValue, { now, timezone }: FlowWorld): number {
  const written = String(value).trim()
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(written)
  if (!isDay) return Date.parse(written) - Date.parse(now)
  return Date.parse(written) - Date.parse(today(now, timezone))
}

function today(now: string, timezone: string): string {
  try {
    return Temporal.Instant.from(now).toZonedDateTimeISO(timezone).toPlainDate().toString()
  } catch {
    return now.slice(0, 10)
  }
}

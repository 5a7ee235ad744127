import { type FlowSlot, isSlotPredicate, parsePattern, type SlotPredicate } from '@parley/definition'
import { Temporal } from 'temporal-polyfill'
import type { FlowWorld, SlotValue } from '../engine.ts'

/** A value, and the words it was read of where there were any. */
export type SlotInput = { value: SlotValue; label?: string; text?: string }

/** The sentence that says why a slot does not take a value; undefined where it does. */
export function validateSlot({ validate }: FlowSlot, given: SlotInput, world: FlowWorld): string | undefined {
  if (validate === undefined) return undefined
  if (isSlotPredicate(validate))
    return predicateChecks[validate](given.value, world) ? undefined : predicateMessages[validate]
  const pattern = parsePattern(validate)
  // An operator writes /^[0-9]{10}$/ for a phone number as people type it, and we keep it as +1….
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

/** Below zero for what is past. Today is both: of a day it is not known which part is meant. NaN for no time at all. */
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

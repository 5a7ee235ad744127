import { type FlowSlot, isSlotPredicate, parsePattern, type SlotPredicate } from '@parley/definition'
import { Temporal } from 'temporal-polyfill'
import type { FlowWorld, SlotValue } from '../engine.ts'

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

import type { FlowSlot } from '@parley/definition'
import type { SlotValue } from '../engine.ts'
import { type FlowRun, getFrame, updateFrame } from '../run.ts'
import type { SlotInput } from './validate.ts'

/** Stores the person's answer; a bound slot is also saved to the Person. */
export function storeAnswer(run: FlowRun, slot: FlowSlot, { value, label }: SlotInput): void {
  storeSlotValue(run, slot.name, value, label)
  if (slot.bind !== undefined) {
    run.effects.push({ kind: 'save', path: slot.bind, value })
    run.learnt = { ...run.learnt, [slot.bind]: value }
  }
  run.trace.push(`${slot.name} filled`)
}

/** A name may be `__proto__`: only a computed key treats it like any other name. */
export function storeSlotValue(run: FlowRun, name: string, value: SlotValue, label?: string): void {
  const { slots, labels = {} } = getFrame(run)
  const others = Object.entries(labels).filter(([key]) => key !== name)
  const shown = label === undefined || label === String(value) ? others : [...others, [name, label] as const]
  updateFrame(run, {
    slots: { ...slots, [name]: value },
    labels: shown.length > 0 ? Object.fromEntries(shown) : undefined,
  })
}

export function skipSlot(run: FlowRun, name: string): void {
  updateFrame(run, { skipped: [...(getFrame(run).skipped ?? []), name], awaits: undefined, asked: undefined })
  run.trace.push(`${name} skipped`)
}

export function clearSlots(run: FlowRun, names: ReadonlySet<string>): void {
  const { slots, labels = {}, skipped = [] } = getFrame(run)
  const without = <T>(record: Record<string, T>): [string, T][] =>
    Object.entries(record).filter(([name]) => !names.has(name))
  const [left, shown, out] = [without(slots), without(labels), skipped.filter((name) => !names.has(name))]
  updateFrame(run, {
    slots: Object.fromEntries(left),
    labels: shown.length > 0 ? Object.fromEntries(shown) : undefined,
    skipped: out.length > 0 ? out : undefined,
  })
}

export function isOptional({ required }: FlowSlot): boolean {
  return required === false
}

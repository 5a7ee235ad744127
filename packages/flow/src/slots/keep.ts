import type { FlowSlot } from '@parley/definition'
import type { SlotValue } from '../engine.ts'
import { change, frameOf, type Run } from '../run.ts'
import type { Given } from './validate.ts'

/** The person answered: a bound slot is saved. */
export function keepAnswer(run: Run, slot: FlowSlot, { value, label }: Given): void {
  keep(run, slot.name, value, label)
  if (slot.bind !== undefined) {
    run.effects.push({ kind: 'save', path: slot.bind, value })
    run.learnt = { ...run.learnt, [slot.bind]: value }
  }
  run.trace.push(`${slot.name} filled`)
}

/** A name may be `__proto__`: only a computed key makes it a name like any other. */
export function keep(run: Run, name: string, value: SlotValue, label?: string): void {
  const { slots, labels = {} } = frameOf(run)
  const others = Object.entries(labels).filter(([key]) => key !== name)
  const shown = label === undefined || label === String(value) ? others : [...others, [name, label] as const]
  change(run, {
    slots: { ...slots, [name]: value },
    labels: shown.length > 0 ? Object.fromEntries(shown) : undefined,
  })
}

export function skip(run: Run, name: string): void {
  change(run, { skipped: [...(frameOf(run).skipped ?? []), name], awaits: undefined, asked: undefined })
  run.trace.push(`${name} skipped`)
}

/** So that they are asked anew. */
export function forget(run: Run, names: ReadonlySet<string>): void {
  const { slots, labels = {}, skipped = [] } = frameOf(run)
  const without = <T>(record: Record<string, T>): [string, T][] =>
    Object.entries(record).filter(([name]) => !names.has(name))
  const [left, shown, out] = [without(slots), without(labels), skipped.filter((name) => !names.has(name))]
  change(run, {
    slots: Object.fromEntries(left),
    labels: shown.length > 0 ? Object.fromEntries(shown) : undefined,
    skipped: out.length > 0 ? out : undefined,
  })
}

export function isOptional({ required }: FlowSlot): boolean {
  return required === false
}

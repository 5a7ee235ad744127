import { type FlowSlot, parsePersonPath } from '@parley/definition'
import type { SlotValue } from '../engine.ts'
import { type FlowRun, findSlot, getFrame } from '../run.ts'
import { isSlotValue } from '../state.ts'

/** Returns the value of a slot, a Person field, an agent field or `last.ok`, for conditions and `with`. */
export function readNamedValue(run: FlowRun, name: string): unknown {
  const { slots, lastOk } = getFrame(run)
  if (Object.hasOwn(slots, name)) return slots[name]
  if (name === 'last.ok') return lastOk
  if (name.startsWith('agent.')) return run.world.agent?.(name)
  const slot = findSlot(run, name)
  if (slot) return readBoundValue(run, slot)
  return parsePersonPath(name) && readPersonField(run, name)
}

/** Returns the value on file for a bound slot, which is then never asked. */
export function readBoundValue(run: FlowRun, { bind }: FlowSlot): SlotValue | undefined {
  const held = bind === undefined ? undefined : readPersonField(run, bind)
  const value = Array.isArray(held) ? held.filter(isSlotValue).join(', ') : held
  if (!isSlotValue(value)) return undefined
  return typeof value === 'string' && value.trim() === '' ? undefined : value
}

/** Values the person just gave take precedence over those on file. */
function readPersonField({ learnt, world }: FlowRun, path: string): unknown {
  return Object.hasOwn(learnt, path) ? learnt[path] : world.person(path)
}

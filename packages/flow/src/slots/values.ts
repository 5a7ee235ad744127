import { type FlowSlot, parsePersonPath } from '@parley/definition'
import type { SlotValue } from '../engine.ts'
import { type FlowRun, findSlot, getFrame } from '../run.ts'
import { isSlotValue } from '../state.ts'

/** What a slot, a Person field, a field of the agent or `last.ok` holds: what conditions and `with` read. */
export function readNamedValue(run: FlowRun, name: string): unknown {
  const { slots, lastOk } = getFrame(run)
  if (Object.hasOwn(slots, name)) return slots[name]
  if (name === 'last.ok') return lastOk
  if (name.startsWith('agent.')) return run.world.agent?.(name)
  const slot = findSlot(run, name)
  if (slot) return readBoundValue(run, slot)
  return parsePersonPath(name) && readPersonField(run, name)
}

/** What a bound slot is on file with: it is never asked then. */
export function readBoundValue(run: FlowRun, { bind }: FlowSlot): SlotValue | undefined {
  const held = bind === undefined ? undefined : readPersonField(run, bind)
  const value = Array.isArray(held) ? held.filter(isSlotValue).join(', ') : held
  if (!isSlotValue(value)) return undefined
  return typeof value === 'string' && value.trim() === '' ? undefined : value
}

/** What the person has just said counts before it is on file. */
function readPersonField({ learnt, world }: FlowRun, path: string): unknown {
  return Object.hasOwn(learnt, path) ? learnt[path] : world.person(path)
}

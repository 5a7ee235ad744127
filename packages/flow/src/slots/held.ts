import { type FlowSlot, readPersonPath } from '@parley/definition'
import type { SlotValue } from '../engine.ts'
import { frameOf, type Run, slotNamed } from '../run.ts'
import { isSlotValue } from '../state.ts'

/** What a slot, a Person field, a field of the agent or `last.ok` holds: what conditions and `with` read. */
export function heldBy(run: Run, name: string): unknown {
  const { slots, lastOk } = frameOf(run)
  if (Object.hasOwn(slots, name)) return slots[name]
  if (name === 'last.ok') return lastOk
  if (name.startsWith('agent.')) return run.world.agent?.(name)
  const slot = slotNamed(run, name)
  if (slot) return onFile(run, slot)
  return readPersonPath(name) && personHeld(run, name)
}

/** What a bound slot is on file with: it is never asked then. */
export function onFile(run: Run, { bind }: FlowSlot): SlotValue | undefined {
  const held = bind === undefined ? undefined : personHeld(run, bind)
  const value = Array.isArray(held) ? held.filter(isSlotValue).join(', ') : held
  if (!isSlotValue(value)) return undefined
  return typeof value === 'string' && value.trim() === '' ? undefined : value
}

/** What the person has just said counts before it is on file. */
function personHeld({ learnt, world }: Run, path: string): unknown {
  return Object.hasOwn(learnt, path) ? learnt[path] : world.person(path)
}

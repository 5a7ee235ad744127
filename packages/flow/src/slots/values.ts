import { type FlowSlot, parsePersonPath } from '@parley/definition'
import type { SlotValue } from '../engine.ts'
import { type FlowRun, findSlot, getFrame } from '../run.ts'
import { isSlotValue } from '../state.ts'

/** Returns the value of a slot, a Person field, an agent field or `last.ok`, for conditions and `with`. */
export function readNamedValue(run: FlowRun, name: string): unknown {
  const { slots, results = {}, lastOk } = getFrame(run)
  if (Object.hasOwn(slots, name)) return slots[name]
  const [first = '', ...fields] = Object.hasOwn(results, name) ? [name] : name.split('.')
  if (Object.hasOwn(results, first)) return readField(results[first], fields)
  if (name === 'last.ok') return lastOk
  if (name.startsWith('agent.')) return run.world.agent?.(name)
  if (name.startsWith('location.')) return run.world.location?.(name, run.locationId ?? run.world.locationId)
  const slot = findSlot(run, name)
  if (slot) return readBoundValue(run, slot)
  return parsePersonPath(name) && readPersonField(run, name)
}

/** Returns a field of a JSON value; fields of a list are numbers from 0. */
function readField(value: unknown, fields: readonly string[]): unknown {
  return fields.reduce<unknown>(
    (within, field) =>
      typeof within === 'object' && within !== null && Object.hasOwn(within, field)
        ? (within as Record<string, unknown>)[field]
        : undefined,
    value,
  )
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

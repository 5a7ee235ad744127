import { type AgentLocation, type FlowSlot, listEnabledLocations } from '@parley/definition'
import type { FlowChoice } from '../engine.ts'
import type { FlowRun } from '../run.ts'
import { readBoundValue } from './values.ts'

/** Enough to tap; people name one of more locations in their own words. */
export const maxOfferedLocations = 10

/** The locations that a slot can take: the enabled ones, or those that its options name. */
export function listSlotLocations(
  { options }: Pick<FlowSlot, 'options'>,
  locations: readonly AgentLocation[] = [],
): readonly AgentLocation[] {
  const enabled = listEnabledLocations(locations)
  return options ? enabled.filter(({ id }) => options.includes(id)) : enabled
}

/** Returns undefined if there are too many to show. */
export function getLocationChoices(
  slot: Pick<FlowSlot, 'options'>,
  locations: readonly AgentLocation[] | undefined,
): FlowChoice[] | undefined {
  const candidates = listSlotLocations(slot, locations)
  return candidates.length > 0 && candidates.length <= maxOfferedLocations
    ? candidates.map(toLocationChoice)
    : undefined
}

export function toLocationChoice({ id, name, address }: AgentLocation): FlowChoice {
  return { id, label: name, ...(address !== undefined && { description: address }) }
}

/** The location that need not be asked for: that of the conversation, the one on file, or the only one. */
export function findKnownLocation(run: FlowRun, slot: FlowSlot): AgentLocation | undefined {
  const candidates = listSlotLocations(slot, run.world.locations)
  const known = [run.locationId ?? run.world.locationId, readBoundValue(run, slot)]
  for (const id of known) {
    const location = candidates.find((candidate) => candidate.id === id)
    if (location) return location
  }
  return candidates.length === 1 ? candidates[0] : undefined
}

/** The texts and times that follow are about this location. */
export function chooseLocation(run: FlowRun, locationId: string): void {
  if (locationId === (run.locationId ?? run.world.locationId)) return
  run.locationId = locationId
  run.effects.push({ kind: 'location', locationId })
}

/** What people may write when there are too many locations to show. */
export function listLocationNames(
  slot: Pick<FlowSlot, 'options'>,
  locations: readonly AgentLocation[] | undefined,
): string[] {
  return listSlotLocations(slot, locations)
    .slice(0, maxOfferedLocations)
    .map(({ name }) => name)
}

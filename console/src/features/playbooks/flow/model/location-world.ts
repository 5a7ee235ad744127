import { type AgentLocation, isLocationField, readLocationField } from '@parley/definition'
import type { FlowWorld } from '@parley/flow'

/** What a simulated or verified flow knows of the agent's locations. Hours are those of the locations themselves. */
export function createLocationWorld(
  locations: readonly AgentLocation[] = [],
): Pick<FlowWorld, 'locations' | 'location'> {
  return {
    locations,
    location(path, id) {
      const location = locations.find((one) => one.id === id)
      const field = path.slice('location.'.length)
      return location && isLocationField(field)
        ? readLocationField({ scheduling: { representatives: [] } }, location, field)
        : undefined
    },
  }
}

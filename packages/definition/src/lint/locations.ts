import { normalizeText } from '@parley/amf'
import { type Finding, timeZone } from '@parley/findings'
import type { AgentDefinition } from '../definition.ts'
import type { AgentLocation } from '../locations/location.ts'
import { getLocationHours } from '../locations/values.ts'

const at = (index: number, field = ''): string => `capabilities.locations[${index}]${field}`

/** Reports what would keep people from choosing a location, or from booking a time there. */
export function lintLocations({ locations, scheduling }: AgentDefinition): Finding[] {
  if (locations.length === 0) return []
  const names = findSharedNames(locations)
  return locations.flatMap((location, index): Finding[] => {
    if (location.enabled === false) return []
    const findings: Finding[] = []
    if (getLocationHours({ scheduling }, location).length === 0) {
      const message = 'are missing, and the agent has none either: no time can be offered there'
      findings.push({ severity: 'advice', code: 'location.hours.missing', path: at(index, '.hours'), message })
    }
    if (location.timeZone !== undefined && !timeZone.safeParse(location.timeZone).success) {
      const message = 'is not an IANA time zone, so times there are told in UTC'
      findings.push({ severity: 'warning', code: 'location.timeZone.unknown', path: at(index, '.timeZone'), message })
    }
    const shared = listNames(location).find(({ key }) => (names.get(key)?.size ?? 0) > 1)
    if (shared) {
      const others = [...(names.get(shared.key) ?? [])].filter((id) => id !== location.id)
      const message = `is also called “${shared.name}”, like ${others.join(', ')}: the agent has to ask which one is meant`
      findings.push({ severity: 'warning', code: 'location.name.shared', path: at(index), message })
    }
    return findings
  })
}

type LocationName = { key: string; name: string }

function listNames({ name, aliases = [] }: AgentLocation): LocationName[] {
  return [name, ...aliases].map((one) => ({ key: normalizeText(one), name: one }))
}

/** The ids of the enabled locations by each of their names. */
function findSharedNames(locations: readonly AgentLocation[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byName = new Map<string, Set<string>>()
  for (const location of locations.filter(({ enabled = true }) => enabled)) {
    for (const { key } of listNames(location)) byName.set(key, (byName.get(key) ?? new Set()).add(location.id))
  }
  return byName
}

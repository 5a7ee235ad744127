import type { Schema } from '@parley/sdk'
import type { Editor } from '../../../components/editor/useEditor.ts'

type Location = Schema<'AgentLocation'>

export type LocationForm = {
  id: string
  name: string
  aliases: string[]
  address: string
  phone: string
  timeZone: string
  ownHours: boolean
  hours: NonNullable<Location['hours']>
  representativeIds: string[]
  enabled: boolean
  /** Where the saved address is; another address has another place. */
  located?: { address: string; coordinates: NonNullable<Location['coordinates']> }
}

export type LocationsForm = { locations: LocationForm[] }
export type LocationsEditor = Editor<LocationsForm>

export const blankLocation: LocationForm = {
  id: '',
  name: '',
  aliases: [],
  address: '',
  phone: '',
  timeZone: '',
  ownHours: false,
  hours: [],
  representativeIds: [],
  enabled: true,
}

export const toLocationsForm = ({ data }: { data: Location[] }): LocationsForm => ({
  locations: data.map(({ coordinates, ...location }) => ({
    ...blankLocation,
    ...location,
    ownHours: (location.hours?.length ?? 0) > 0,
    ...(coordinates && { located: { address: location.address ?? '', coordinates } }),
  })),
})

/** Omits empty values, and coordinates that belong to another address. */
export const toLocationsBody = ({ locations }: LocationsForm): { locations: Location[] } => ({
  locations: locations.map(({ id, name, located, ownHours, ...form }) => ({
    id,
    name,
    ...(form.aliases.length > 0 && { aliases: form.aliases }),
    ...(form.address && { address: form.address }),
    ...(located && located.address === form.address && { coordinates: located.coordinates }),
    ...(form.phone && { phone: form.phone }),
    ...(form.timeZone && { timeZone: form.timeZone }),
    ...(ownHours && form.hours.length > 0 && { hours: form.hours }),
    ...(form.representativeIds.length > 0 && { representativeIds: form.representativeIds }),
    ...(!form.enabled && { enabled: false }),
  })),
})

/** Proposes an id for a new location, as the API would accept it. */
export function proposeLocationId(name: string, used: readonly string[]): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48)
    .replace(/-+$/, '')
  const id = plain || 'location'
  if (!used.includes(id)) return id
  let count = 2
  while (used.includes(`${id}-${count}`)) count += 1
  return `${id}-${count}`
}

import type { FieldError } from '@parley/findings'
import { ChangeRejectedError } from '../change-rejected.ts'
import { readPhoneNumber } from '../phone-number.ts'
import type { GeocodedPlaces } from '../things/edits.ts'
import { isMapLink, toPlaceName } from '../things/parse-location.ts'
import type { AgentLocation, LocationInput } from './location.ts'

/** What a write of locations needs besides the list. */
export type LocationWriteContext = {
  places: GeocodedPlaces
  /** Country of phone numbers without a country code. */
  country?: string | undefined
  /** Path of the list, under which errors are reported. */
  path: string
}

/** Replaces the list: reads phone numbers, keeps known coordinates, and adds those of the geocoder. */
export function replaceLocations(
  sent: readonly LocationInput[],
  stored: readonly AgentLocation[],
  { places, country, path }: LocationWriteContext,
): AgentLocation[] {
  const errors: FieldError[] = []
  const locations = withKnownCoordinates(sent, stored).map((location, index) => {
    const place = needsGeocoding(location) ? places.get(location.address) : undefined
    if (place === 'nowhere') errors.push({ field: `${path}[${index}].address`, message: 'does not match any place' })
    const read = location.phone === undefined ? undefined : readPhoneNumber(location.phone, country)
    if (read?.problem !== undefined) errors.push({ field: `${path}[${index}].phone`, message: read.problem })
    const phone = read?.number
    return { ...location, ...(phone !== undefined && { phone }), ...(isPlace(place) && toPosition(place)) }
  })
  if (errors.length > 0) throw new ChangeRejectedError('request.invalid', { errors })
  return locations
}

export function listLocationAddresses(sent: readonly LocationInput[], stored: readonly AgentLocation[]): string[] {
  return withKnownCoordinates(sent, stored).flatMap((location) => (needsGeocoding(location) ? [location.address] : []))
}

/** A location whose address did not change keeps its coordinates, and is not geocoded again. */
function withKnownCoordinates(sent: readonly LocationInput[], stored: readonly AgentLocation[]): AgentLocation[] {
  const before = new Map(stored.map((location) => [location.id, location]))
  return sent.map((location) => {
    const known = before.get(location.id)
    const isSame = location.coordinates === undefined && known !== undefined && known.address === location.address
    return isSame && known.coordinates ? { ...location, coordinates: known.coordinates } : location
  })
}

const needsGeocoding = (location: AgentLocation): location is AgentLocation & { address: string } =>
  location.address !== undefined && location.coordinates === undefined && !isMapLink(location.address)

type Place = Exclude<ReturnType<GeocodedPlaces['get']>, 'nowhere' | 'unavailable' | undefined>

const isPlace = (place: ReturnType<GeocodedPlaces['get']>): place is Place => typeof place === 'object'

/** The address becomes the formatted one, as for Things. */
function toPosition({ address, latitude, longitude }: Place): Pick<AgentLocation, 'address' | 'coordinates'> {
  const named = toPlaceName(address)
  return { ...(named !== undefined && { address: named }), coordinates: { latitude, longitude } }
}

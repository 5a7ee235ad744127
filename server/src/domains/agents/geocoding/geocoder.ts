import { googleGeocoder } from './google.ts'
import { nominatimGeocoder } from './nominatim.ts'

const noGeocoder: Geocoder = { locate: async () => 'unavailable' }

export type GeocodedPlace = { latitude: number; longitude: number; address: string }

/** `nowhere`: the address matches no place. `unavailable`: the geocoder cannot answer at the moment. */
export type GeocodeResult = GeocodedPlace | 'nowhere' | 'unavailable'

/** Never throws, and returns soon after the signal aborts. */
export type Geocoder = { locate(address: string, signal?: AbortSignal): Promise<GeocodeResult> }

export type GeocoderSettings =
  | { kind: 'none' }
  | { kind: 'google'; key: string; url?: string }
  | { kind: 'nominatim'; url?: string }

export function createGeocoder(settings: GeocoderSettings, fetch: typeof globalThis.fetch): Geocoder {
  switch (settings.kind) {
    case 'google':
      return googleGeocoder({ ...settings, fetch })
    case 'nominatim':
      return nominatimGeocoder({ ...settings, fetch })
    case 'none':
      return noGeocoder
  }
}

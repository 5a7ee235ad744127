import { z } from 'zod'
import type { Geocoder } from './geocoder.ts'
import { requestGeocoder } from './request.ts'

type GoogleOptions = { key: string; url?: string; fetch: typeof globalThis.fetch; timeoutMilliseconds?: number }

/** The Geocoding API. Every status other than these two is a failure of the service, not of the address. */
const GoogleResponse = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('OK'),
    results: z.tuple(
      [
        z.object({
          formatted_address: z.string(),
          geometry: z.object({
            location: z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }),
          }),
        }),
      ],
      z.unknown(),
    ),
  }),
  z.object({ status: z.literal('ZERO_RESULTS') }),
])

export function googleGeocoder({ key, url = 'https://maps.googleapis.com', ...asking }: GoogleOptions): Geocoder {
  return {
    async locate(address, signal) {
      const call = new URL(`${url}/maps/api/geocode/json`)
      call.search = new URLSearchParams({ address, key }).toString()
      const answer = await requestGeocoder(call, GoogleResponse, { ...asking, signal })
      if (!answer) return 'unavailable'
      if (answer.status === 'ZERO_RESULTS') return 'nowhere'
      const { formatted_address, geometry } = answer.results[0]
      return { latitude: geometry.location.lat, longitude: geometry.location.lng, address: formatted_address }
    },
  }
}

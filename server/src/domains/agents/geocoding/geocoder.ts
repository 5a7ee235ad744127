import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

type GeocoderRequestOptions = {
  fetch: typeof globalThis.fetch
  headers?: Record<string, string>
  signal?: AbortSignal
  timeoutMilliseconds?: number
}

/** Fetches and parses a geocoder response; undefined when it is late, refused, malformed or unreachable. */
async function requestGeocoder<S extends z.ZodType>(
  url: URL,
  answer: S,
  asking: GeocoderRequestOptions,
): Promise<z.output<S> | undefined> {
  const { fetch, headers, signal, timeoutMilliseconds = 5_000 } = asking
  const deadline = AbortSignal.timeout(timeoutMilliseconds)
  try {
    const response = await fetch(url, { headers, signal: signal ? AbortSignal.any([signal, deadline]) : deadline })
    if (!response.ok) {
      await response.body?.cancel()
      return undefined
    }
    return answer.safeParse(await response.json()).data
  } catch {
    return undefined
  }
}

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

type Pause = (milliseconds: number) => Promise<unknown>

const realPause: Pause = (milliseconds) => sleep(milliseconds, undefined, { ref: false })

/** Serves callers one at a time, with a pause after each; returns false to a caller that aborted while waiting. */
function createThrottle(pause: () => Promise<unknown>): (signal?: AbortSignal) => Promise<boolean> {
  let free: Promise<unknown> = Promise.resolve()
  return (signal) => {
    const mine = free.then(() => signal?.aborted !== true)
    free = mine.then((wanted) => wanted && pause())
    return Promise.race([mine, aborted(signal)])
  }
}

function aborted(signal: AbortSignal | undefined): Promise<false> {
  const { promise, resolve } = Promise.withResolvers<false>()
  if (signal?.aborted) resolve(false)
  else signal?.addEventListener('abort', () => resolve(false), { once: true })
  return promise
}

type NominatimOptions = { url?: string; fetch: typeof globalThis.fetch; timeoutMilliseconds?: number; pause?: Pause }

const publicHost = 'nominatim.openstreetmap.org'
/** The usage policy of the public server: one request per second, and a User-Agent that identifies the caller. */
const publicIntervalMilliseconds = 1_000
const headers = { 'user-agent': 'Parley', accept: 'application/json' }

const degrees = (most: number) => z.string().min(1).transform(Number).pipe(z.number().min(-most).max(most))
const NominatimResponse = z.array(z.object({ lat: degrees(90), lon: degrees(180), display_name: z.string() }))

export function nominatimGeocoder(nominatim: NominatimOptions): Geocoder {
  const { url = `https://${publicHost}`, pause = realPause, ...asking } = nominatim
  const turn =
    new URL(url).hostname === publicHost ? createThrottle(() => pause(publicIntervalMilliseconds)) : undefined
  return {
    async locate(address, signal) {
      if (turn && !(await turn(signal))) return 'unavailable'
      const call = new URL(`${url}/search`)
      call.search = new URLSearchParams({ q: address, format: 'jsonv2', limit: '1' }).toString()
      const answer = await requestGeocoder(call, NominatimResponse, { ...asking, headers, signal })
      if (!answer) return 'unavailable'
      const [first] = answer
      return first ? { latitude: first.lat, longitude: first.lon, address: first.display_name } : 'nowhere'
    },
  }
}

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

const maxConcurrent = 20
const budgetMilliseconds = 20_000

/** Looks up each distinct address once, several concurrently. Addresses beyond the time budget are `unavailable`. */
export async function locateAll(
  geocoder: Geocoder,
  addresses: readonly string[],
  budget: AbortSignal = AbortSignal.timeout(budgetMilliseconds),
): Promise<Map<string, GeocodeResult>> {
  const found = new Map<string, GeocodeResult>(addresses.map((address) => [address, 'unavailable']))
  const left = found.keys().toArray().values()
  const lookUp = async () => {
    for (const address of left) {
      if (budget.aborted) return
      found.set(address, await geocoder.locate(address, budget))
    }
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, found.size) }, lookUp))
  return found
}

import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Geocoder } from './geocoder.ts'
import { requestGeocoder } from './request.ts'

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

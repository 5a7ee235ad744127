import type { z } from 'zod'

export type GeocoderRequestOptions = {
  fetch: typeof globalThis.fetch
  headers?: Record<string, string>
  signal?: AbortSignal
  timeoutMilliseconds?: number
}

/** Fetches and parses a geocoder response; undefined when it is late, refused, malformed or unreachable. */
export async function requestGeocoder<S extends z.ZodType>(
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

import type { GeocodeResult, Geocoder } from './geocoder.ts'

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

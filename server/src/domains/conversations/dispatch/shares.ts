/** How many places one agent may take: all that a quick provider needs, few once its calls hang. */
type Shares = { most: number; mostWhileSlow: number; slowMilliseconds: number }

/** Either a place, to be left again, or nothing: whoever gets none comes back later. */
export type TakePlace = (agentKey: number, now: Date) => (() => void) | undefined

/** A provider that says nothing must not take the places of all other agents. */
export function sharesOf({ most, mostWhileSlow, slowMilliseconds }: Shares): TakePlace {
  const taken = new Map<number, Map<symbol, number>>()
  return (agentKey, now) => {
    const places = taken.get(agentKey) ?? new Map<symbol, number>()
    const [oldest = now.getTime()] = places.values()
    const isSlow = now.getTime() - oldest > slowMilliseconds
    if (places.size >= (isSlow ? mostWhileSlow : most)) return undefined
    const place = Symbol()
    taken.set(agentKey, places.set(place, now.getTime()))
    return () => {
      places.delete(place)
      if (places.size === 0) taken.delete(agentKey)
    }
  }
}

/** The values used last, at most so many of them; the one unused for longest makes room. */
export function recent<K, V>(most: number): { get(key: K): V | undefined; set(key: K, value: V): void } {
  const kept = new Map<K, V>()
  const put = (key: K, value: V) => {
    kept.delete(key)
    kept.set(key, value)
    if (kept.size > most) kept.delete(kept.keys().next().value as K)
  }
  return {
    get(key) {
      const value = kept.get(key)
      if (value !== undefined) put(key, value)
      return value
    },
    set: put,
  }
}

type LruCache<K, V> = { get(key: K): V | undefined; set(key: K, value: V): void }

/** An LRU cache whose entries together weigh at most `most`; evicts the least recently used first. */
export function createWeightedLru<K, V>(most: number, weightOf: (value: V) => number = () => 1): LruCache<K, V> {
  const kept = new Map<K, V>()
  let weight = 0
  const drop = (key: K) => {
    const value = kept.get(key)
    if (value === undefined) return
    weight -= weightOf(value)
    kept.delete(key)
  }
  return {
    get(key) {
      const value = kept.get(key)
      if (value === undefined) return undefined
      kept.delete(key)
      kept.set(key, value)
      return value
    },
    set(key, value) {
      drop(key)
      kept.set(key, value)
      weight += weightOf(value)
      while (weight > most && kept.size > 1) drop(kept.keys().next().value as K)
    },
  }
}

/** Caches the result per object; only for objects that are never changed in place. */
export function memoize<From extends object, To>(make: (from: From) => To): (from: From) => To {
  const made = new WeakMap<From, To>()
  return (from) => {
    let value = made.get(from)
    if (value === undefined) {
      value = make(from)
      made.set(from, value)
    }
    return value
  }
}

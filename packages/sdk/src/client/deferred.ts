export type Deferred<T> = {
  promise: Promise<T>
  resolve: (value: T) => void
  reject: (reason: unknown) => void
}

/** `Promise.withResolvers`, which Node 20 does not have. */
export function createDeferred<T>(): Deferred<T> {
  const made: Partial<Deferred<T>> = {}
  const promise = new Promise<T>((resolve, reject) => Object.assign(made, { resolve, reject }))
  return { ...(made as Omit<Deferred<T>, 'promise'>), promise }
}

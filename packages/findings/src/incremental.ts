/**
 * Long work in steps, so that a caller can yield between them. Checking ten thousand Things takes hundreds of
 * milliseconds, and a server has one event loop.
 */
export type IncrementalTask<T> = Generator<undefined, T>

/** Items per step: a few milliseconds. */
const itemsPerStep = 250

export function runToCompletion<T>(steps: IncrementalTask<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Processes the items of a list, yielding after each portion. */
export function* forEachIncrementally<T>(
  list: readonly T[],
  visit: (item: T, index: number) => void,
): IncrementalTask<void> {
  for (const [index, item] of list.entries()) {
    if (index > 0 && index % itemsPerStep === 0) yield
    visit(item, index)
  }
}

export function* mapIncrementally<From, To>(
  list: readonly From[],
  make: (item: From, index: number) => To,
): IncrementalTask<To[]> {
  const made: To[] = []
  yield* forEachIncrementally(list, (item, index) => made.push(make(item, index)))
  return made
}

export function* everyIncrementally<T>(
  list: readonly T[],
  holds: (item: T, index: number) => boolean,
): IncrementalTask<boolean> {
  for (const [index, item] of list.entries()) {
    if (index > 0 && index % itemsPerStep === 0) yield
    if (!holds(item, index)) return false
  }
  return true
}

/** Filtering an item is cheap, so a step covers many. */
const filteredPerStep = 10_000

export function* filterIncrementally<T>(list: readonly T[], fits: (item: T) => boolean): IncrementalTask<T[]> {
  const found: T[] = []
  for (const [index, item] of list.entries()) {
    if (index > 0 && index % filteredPerStep === 0) yield
    if (fits(item)) found.push(item)
  }
  return found
}

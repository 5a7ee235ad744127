/**
 * Long work in steps: a caller may let others have their turn between two of them. A list of ten thousand Things takes
 * hundreds of milliseconds to check, and a server has one event loop.
 */
export type IncrementalTask<T> = Generator<undefined, T>

/** So many items of a list in one step: a few milliseconds. */
const itemsPerStep = 250

/** All steps at once. */
export function runToCompletion<T>(steps: IncrementalTask<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The items of a list, with the end of a step after each portion. */
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

/** A filter takes little time for an item, so a step has many. */
const filteredPerStep = 10_000

export function* filterIncrementally<T>(list: readonly T[], fits: (item: T) => boolean): IncrementalTask<T[]> {
  const found: T[] = []
  for (const [index, item] of list.entries()) {
    if (index > 0 && index % filteredPerStep === 0) yield
    if (fits(item)) found.push(item)
  }
  return found
}

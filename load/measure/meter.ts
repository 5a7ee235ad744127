import { added, count, emptyHistogram, type Histogram, type Percentiles, percentilesOf } from './histogram.ts'

/** What was measured since the sample before, by kind. */
export type Measured = { done: number; kinds: Record<string, Percentiles>; all: Percentiles }

export type Meter = {
  note(kind: string, milliseconds: number): void
  /** An operation is over, all that it was to bring about included. */
  finish(): void
  fail(kind: string, what: string): void
  sample(): Measured
  /** From now on times count into this part of the run. */
  enter(part: string): void
  finished(): number
  part(name: string): Record<string, Percentiles>
  errors(): { count: number; shown: string[] }
}

const mostShown = 20

export function newMeter(): Meter {
  const parts = new Map<string, Map<string, Histogram>>()
  const state = { part: '', since: new Map<string, Histogram>(), finished: 0, atSample: 0, errors: 0 }
  const shown: string[] = []
  return {
    note(kind, milliseconds) {
      count(of(state.since, kind), milliseconds)
      count(
        of(
          of(parts, state.part, () => new Map<string, Histogram>()),
          kind,
        ),
        milliseconds,
      )
    },
    finish() {
      state.finished += 1
    },
    fail(kind, what) {
      state.errors += 1
      if (shown.length < mostShown) shown.push(`${kind}: ${what}`)
    },
    sample() {
      const { since, finished, atSample } = state
      Object.assign(state, { since: new Map(), atSample: finished })
      return { done: finished - atSample, kinds: shownOf(since), all: percentilesOf(added([...since.values()])) }
    },
    enter(part) {
      state.part = part
    },
    finished: () => state.finished,
    part: (name) => shownOf(parts.get(name) ?? new Map()),
    errors: () => ({ count: state.errors, shown }),
  }
}

function of<T = Histogram>(map: Map<string, T>, key: string, make: () => T = emptyHistogram as () => T): T {
  const known = map.get(key)
  if (known) return known
  const made = make()
  map.set(key, made)
  return made
}

const shownOf = (kinds: Map<string, Histogram>): Record<string, Percentiles> =>
  Object.fromEntries([...kinds].sort().map(([kind, histogram]) => [kind, percentilesOf(histogram)]))

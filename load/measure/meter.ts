import {
  computePercentiles,
  emptyHistogram,
  type LatencyHistogram,
  mergeHistograms,
  type Percentiles,
  recordLatency,
} from './histogram.ts'

/** Measurements since the previous sample, by kind. */
export type MeterReading = { done: number; kinds: Record<string, Percentiles>; all: Percentiles }

export type Meter = {
  record(kind: string, milliseconds: number): void
  /** Records that an operation and all its effects are complete. */
  finish(): void
  fail(kind: string, what: string): void
  sample(): MeterReading
  /** Starts a new part of the run, to which durations count from now on. */
  enter(part: string): void
  finished(): number
  part(name: string): Record<string, Percentiles>
  errors(): { count: number; examples: string[] }
}

const maxShownErrors = 20

export function createMeter(): Meter {
  const parts = new Map<string, Map<string, LatencyHistogram>>()
  const state = { part: '', since: new Map<string, LatencyHistogram>(), finished: 0, atSample: 0, errors: 0 }
  const examples: string[] = []
  return {
    record(kind, milliseconds) {
      recordLatency(getOrCreate(state.since, kind), milliseconds)
      recordLatency(
        getOrCreate(
          getOrCreate(parts, state.part, () => new Map<string, LatencyHistogram>()),
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
      if (examples.length < maxShownErrors) examples.push(`${kind}: ${what}`)
    },
    sample() {
      const { since, finished, atSample } = state
      Object.assign(state, { since: new Map(), atSample: finished })
      return {
        done: finished - atSample,
        kinds: toPercentiles(since),
        all: computePercentiles(mergeHistograms([...since.values()])),
      }
    },
    enter(part) {
      state.part = part
    },
    finished: () => state.finished,
    part: (name) => toPercentiles(parts.get(name) ?? new Map()),
    errors: () => ({ count: state.errors, examples }),
  }
}

function getOrCreate<T = LatencyHistogram>(
  map: Map<string, T>,
  key: string,
  make: () => T = emptyHistogram as () => T,
): T {
  const known = map.get(key)
  if (known) return known
  const made = make()
  map.set(key, made)
  return made
}

const toPercentiles = (kinds: Map<string, LatencyHistogram>): Record<string, Percentiles> =>
  Object.fromEntries([...kinds].sort().map(([kind, histogram]) => [kind, computePercentiles(histogram)]))

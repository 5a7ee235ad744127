import {
  computePercentiles,
  createHistogram,
  type LatencyHistogram,
  mergeHistograms,
  type Percentiles,
  recordLatency,
} from './histogram.ts'

/** Measurements since the previous sample, by kind. */
export type MeterReading = { finished: number; kinds: Record<string, Percentiles>; all: Percentiles }

export type Meter = {
  record(kind: string, milliseconds: number): void
  /** Records that an operation and all its effects are complete. */
  finish(): void
  fail(kind: string, message: string): void
  sample(): MeterReading
  /** Starts a new part of the run, to which durations count from now on. */
  startPart(part: string): void
  finished(): number
  readPart(name: string): Record<string, Percentiles>
  errors(): { count: number; examples: string[] }
}

const maxShownErrors = 20

export function createMeter(): Meter {
  const parts = new Map<string, Map<string, LatencyHistogram>>()
  const state = {
    part: '',
    sinceSample: new Map<string, LatencyHistogram>(),
    finished: 0,
    finishedAtSample: 0,
    errors: 0,
  }
  const examples: string[] = []
  return {
    record(kind, milliseconds) {
      recordLatency(getOrCreate(state.sinceSample, kind), milliseconds)
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
    fail(kind, message) {
      state.errors += 1
      if (examples.length < maxShownErrors) examples.push(`${kind}: ${message}`)
    },
    sample() {
      const { sinceSample, finished, finishedAtSample } = state
      Object.assign(state, { sinceSample: new Map(), finishedAtSample: finished })
      return {
        finished: finished - finishedAtSample,
        kinds: toPercentiles(sinceSample),
        all: computePercentiles(mergeHistograms([...sinceSample.values()])),
      }
    },
    startPart(part) {
      state.part = part
    },
    finished: () => state.finished,
    readPart: (name) => toPercentiles(parts.get(name) ?? new Map()),
    errors: () => ({ count: state.errors, examples }),
  }
}

function getOrCreate<T = LatencyHistogram>(
  map: Map<string, T>,
  key: string,
  create: () => T = createHistogram as () => T,
): T {
  const existing = map.get(key)
  if (existing) return existing
  const created = create()
  map.set(key, created)
  return created
}

const toPercentiles = (kinds: Map<string, LatencyHistogram>): Record<string, Percentiles> =>
  Object.fromEntries([...kinds].sort().map(([kind, histogram]) => [kind, computePercentiles(histogram)]))

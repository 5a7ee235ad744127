/** The number of processed recipients at a time. */
export type ProgressSample = { at: number; done: number }

const maxSamples = 300
/** Window of the current rate. */
const windowMs = 15_000

/** Adds a sample; if nothing changed, only updates the time of the last one. */
export function addSample(samples: readonly ProgressSample[], sample: ProgressSample): ProgressSample[] {
  const last = samples.at(-1)
  const before = samples.at(-2)
  const isSame = last && before && last.done === sample.done && before.done === sample.done
  const previous = isSame ? samples.slice(0, -1) : samples
  return [...previous, sample].slice(-maxSamples)
}

type SentInterval = { at: string; sent: number }
const intervalMs = 5_000

/** Samples of what was sent before the page was opened, so that the rate survives a reload. */
export function toPastSamples(rate: readonly SentInterval[], now: ProgressSample): ProgressSample[] {
  const [first] = rate
  if (!first) return []
  const sentAt = new Map(rate.map(({ at, sent }) => [Date.parse(at), sent]))
  let done = now.done - rate.reduce((sum, { sent }) => sum + sent, 0)
  const samples: ProgressSample[] = [{ at: Date.parse(first.at), done }]
  for (let at = Date.parse(first.at); at + intervalMs < now.at; at += intervalMs) {
    done += sentAt.get(at) ?? 0
    samples.push({ at: at + intervalMs, done })
  }
  return samples
}

/** Messages per second over the window; undefined if there is not enough data. */
export function computeCurrentRate(samples: readonly ProgressSample[], lookBack = windowMs): number | undefined {
  const last = samples.at(-1)
  if (!last) return undefined
  const first = samples.find(({ at }) => at >= last.at - lookBack)
  if (!first || last.at - first.at < 500) return undefined
  return ((last.done - first.done) / (last.at - first.at)) * 1000
}

type RatePoint = { at: number; rate: number }

/** The rate between consecutive samples, for the plot. */
export function computeRatePoints(samples: readonly ProgressSample[]): RatePoint[] {
  return samples.slice(1).flatMap((sample, index) => {
    const before = samples[index] as ProgressSample
    const seconds = (sample.at - before.at) / 1000
    return seconds > 0 ? [{ at: sample.at, rate: Math.max(0, (sample.done - before.done) / seconds) }] : []
  })
}

export function estimateSecondsLeft(left: number, rate: number | undefined): number | undefined {
  if (left <= 0) return 0
  return rate && rate > 0 ? left / rate : undefined
}

/** How many were done at a moment, as it was told. */
export type ProgressSample = { at: number; done: number }

const maxSamples = 300
/** What is called "now" of a rate. */
const windowMs = 15_000

/** Takes a sample down; one that says nothing new only moves the last in time. */
export function addSample(samples: readonly ProgressSample[], sample: ProgressSample): ProgressSample[] {
  const last = samples.at(-1)
  const before = samples.at(-2)
  const isSame = last && before && last.done === sample.done && before.done === sample.done
  const previous = isSame ? samples.slice(0, -1) : samples
  return [...previous, sample].slice(-maxSamples)
}

/** Messages a second over the last moments; undefined while nothing can be said. */
export function currentRate(samples: readonly ProgressSample[], lookBack = windowMs): number | undefined {
  const last = samples.at(-1)
  if (!last) return undefined
  const first = samples.find(({ at }) => at >= last.at - lookBack)
  if (!first || last.at - first.at < 500) return undefined
  return ((last.done - first.done) / (last.at - first.at)) * 1000
}

type RatePoint = { at: number; rate: number }

/** What is plotted: the rate between each two samples. */
export function ratePoints(samples: readonly ProgressSample[]): RatePoint[] {
  return samples.slice(1).flatMap((sample, index) => {
    const before = samples[index] as ProgressSample
    const seconds = (sample.at - before.at) / 1000
    return seconds > 0 ? [{ at: sample.at, rate: Math.max(0, (sample.done - before.done) / seconds) }] : []
  })
}

/** How many seconds are left at that rate. */
export function secondsLeft(left: number, rate: number | undefined): number | undefined {
  if (left <= 0) return 0
  return rate && rate > 0 ? left / rate : undefined
}

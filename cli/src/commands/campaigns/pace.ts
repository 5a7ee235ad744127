/** How fast something gets on, by what was seen of it in the last while. */
export type RateMeter = { record(done: number, atSeconds: number): void; perSecond(): number | undefined }

const windowSeconds = 30
/** Before so many seconds have passed nobody can say. */
const soonestSeconds = 3

export function createRateMeter(): RateMeter {
  let samples: { done: number; at: number }[] = []
  return {
    record(done, at) {
      samples = [...samples.filter((sample) => at - sample.at <= windowSeconds), { done, at }]
    },
    perSecond() {
      const [first, last] = [samples[0], samples.at(-1)]
      if (!first || !last || last.at - first.at < soonestSeconds) return undefined
      return Math.max(0, (last.done - first.done) / (last.at - first.at))
    },
  }
}

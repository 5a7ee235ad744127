/** Durations of the calls of one organization, in milliseconds. */
export type OrgWaits = {
  /** While no other organization made calls. */
  withoutLoad: readonly number[]
  /** While another organization had 150 calls on a locked table. */
  underLoad: readonly number[]
  failures: readonly string[]
}

export type FairnessVerdict = { verdict: 'fair' | 'unfair'; withoutLoad: number; underLoad: number; ratio: number }

/**
 * An organization that waits for another one's calls waits for seconds; a busy machine only makes its waits a few times
 * longer.
 */
const maxRatio = 10

/**
 * Both means come from the same run, so that a slow machine affects both. A median would miss a queue in which the
 * first call waits for all calls of the other organization, and the next ones for none.
 */
export function judgeFairness({ withoutLoad, underLoad, failures }: OrgWaits): FairnessVerdict {
  const [meanWithoutLoad, meanUnderLoad] = [mean(withoutLoad), mean(underLoad)]
  const ratio = meanUnderLoad / Math.max(meanWithoutLoad, 1)
  const isFair = failures.length === 0 && underLoad.length > 0 && ratio <= maxRatio
  return { verdict: isFair ? 'fair' : 'unfair', withoutLoad: meanWithoutLoad, underLoad: meanUnderLoad, ratio }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)

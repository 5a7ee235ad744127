/** Durations of the calls of one organization, in milliseconds. */
export type OrgWaits = {
  /** While no other organization made calls. */
  alone: readonly number[]
  /** While another organization had 150 calls on a locked table. */
  beside: readonly number[]
  failures: readonly string[]
}

export type FairnessVerdict = { verdict: 'fair' | 'unfair'; alone: number; beside: number; ratio: number }

/**
 * An organization that waits for another one's calls waits for seconds; a busy machine only makes its waits a few times
 * longer.
 */
const mostRatio = 10

/**
 * Both means come from the same run, so that a slow machine affects both. A median would miss a queue in which the
 * first call waits for all calls of the other organization, and the next ones for none.
 */
export function judgeFairness({ alone, beside, failures }: OrgWaits): FairnessVerdict {
  const [before, during] = [mean(alone), mean(beside)]
  const ratio = during / Math.max(before, 1)
  const isFair = failures.length === 0 && beside.length > 0 && ratio <= mostRatio
  return { verdict: isFair ? 'fair' : 'unfair', alone: before, beside: during, ratio }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / Math.max(values.length, 1)

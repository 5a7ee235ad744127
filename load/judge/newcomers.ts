import { median } from './trend.ts'

/** How long new people waited, in milliseconds, and what failed for them. */
export type NewcomerWaits = {
  /** Those who wrote from the moment at which the processes were ready. */
  first: readonly number[]
  /** As many others, who wrote after them. */
  warm: readonly number[]
  failures: readonly string[]
}

export type NewcomerVerdict = {
  verdict: 'prompt' | 'slow'
  /** Of the first seconds. */
  longest: number
  median: number
  /** The median once the processes are warm. */
  warmMedian: number
  failures: readonly string[]
}

/** The first seconds are slow when anybody waited for longer than the bound, or when anything failed for them. */
export function judgeNewcomers({ first, warm, failures }: NewcomerWaits, longestMilliseconds: number): NewcomerVerdict {
  const longest = Math.max(0, ...first)
  const slow = longest > longestMilliseconds || failures.length > 0
  return { verdict: slow ? 'slow' : 'prompt', longest, median: median(first), warmMedian: median(warm), failures }
}

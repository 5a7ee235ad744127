import { median } from './trend.ts'

/** How long new people waited, in milliseconds, and their failures. */
export type NewcomerWaits = {
  /** People who wrote from the moment when the processes were ready. */
  first: readonly number[]
  /** As many others, who wrote after them. */
  warm: readonly number[]
  failures: readonly string[]
}

export type NewcomerVerdict = {
  verdict: 'prompt' | 'slow'
  /** In the first seconds. */
  longest: number
  median: number
  /** The median once the processes are warm. */
  warmMedian: number
  failures: readonly string[]
}

/** The first seconds fail if a wait exceeded the bound or anything failed. */
export function judgeNewcomers({ first, warm, failures }: NewcomerWaits, maxWaitMilliseconds: number): NewcomerVerdict {
  const longest = Math.max(0, ...first)
  const isSlow = longest > maxWaitMilliseconds || failures.length > 0
  return { verdict: isSlow ? 'slow' : 'prompt', longest, median: median(first), warmMedian: median(warm), failures }
}

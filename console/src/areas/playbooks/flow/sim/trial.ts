/** What of a flow is lit on the graph while it is tried: steps by their places. */
export type Trial = {
  /** All that were passed in this conversation. */
  passed: readonly number[]
  /** Those that the last word led through. */
  fresh: readonly number[]
  waitsAt?: number
}

export const noTrial: Trial = { passed: [], fresh: [] }

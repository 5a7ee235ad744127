/** What of a flow is lit on the graph while it is tried: steps by their places. */
export type SimulationHighlight = {
  /** All that were passed in this conversation. */
  passed: readonly number[]
  /** Those that the last word led through. */
  latest: readonly number[]
  waitingAt?: number
}

export const noHighlight: SimulationHighlight = { passed: [], latest: [] }

/** Highlighted parts of a flow during a simulation, by step index. */
export type SimulationHighlight = {
  /** All steps visited in this conversation. */
  passed: readonly number[]
  /** Steps visited by the last message. */
  latest: readonly number[]
  waitingAt?: number
}

export const noHighlight: SimulationHighlight = { passed: [], latest: [] }

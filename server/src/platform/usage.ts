/** What domains count for usage: their own rows, by agent and hour. */

/** Whole hours, and the beginnings of the local days that they touch; the first is not after `from`. */
export type Span = { from: Date; until: Date; days: readonly Date[] }

export type Count = { agentKey: number; hour: Date; measure: string; detail: string; value: number }

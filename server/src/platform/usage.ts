/** What domains count for usage: their own rows, by agent and hour, or by minute while the hour goes on. */

/** From where to where, cut how, and the beginnings of the local days that it touches; the first is not after `from`. */
export type UsageSpan = { from: Date; until: Date; by: 'hour' | 'minute'; days: readonly Date[] }

/** `hour`: its beginning, or that of the minute. */
export type UsageCount = { agentKey: number; hour: Date; measure: string; detail: string; value: number }

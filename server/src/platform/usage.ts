/** Usage counts that domains derive from their own rows, by agent and hour, or by minute within the current hour. */

/** The range, its granularity, and the beginnings of the local days it touches; the first is not after `from`. */
export type UsageSpan = { from: Date; until: Date; by: 'hour' | 'minute'; days: readonly Date[] }

/** `hour`: the beginning of the hour, or of the minute. */
export type UsageCount = { agentKey: number; hour: Date; measure: string; detail: string; value: number }

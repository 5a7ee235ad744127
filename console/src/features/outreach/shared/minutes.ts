export const minuteUnits = { minutes: 1, hours: 60, days: 1440 } as const
export type MinuteUnit = keyof typeof minuteUnits

/** The largest unit that the minutes are whole of. */
export function largestUnitOf(minutes: number): MinuteUnit {
  if (minutes !== 0 && minutes % minuteUnits.days === 0) return 'days'
  return minutes !== 0 && minutes % minuteUnits.hours === 0 ? 'hours' : 'minutes'
}

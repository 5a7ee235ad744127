import { words } from '#words/outreach.ts'

export type Hours = { startHour: number; endHour: number; timeZone: string }

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const timeZones = (): string[] => [...new Set(['UTC', ownZone(), ...Intl.supportedValuesOf('timeZone')])]

export const usualHours = (): Hours => ({ startHour: 9, endHour: 20, timeZone: ownZone() })

/** The same in words. */
export function hoursSaid(hours: Hours | undefined | null): string {
  const { hour, said, always } = words.hours
  return hours ? said(hour(hours.startHour), hour(hours.endHour), hours.timeZone) : always
}

import { words } from '#words/outreach.ts'
import { ownZone } from '../../../parts/time-zones.ts'

export type Hours = { startHour: number; endHour: number; timeZone: string }

export const usualHours = (): Hours => ({ startHour: 9, endHour: 20, timeZone: ownZone() })

/** The same in words. */
export function hoursSaid(hours: Hours | undefined | null): string {
  const { hour, said, always } = words.hours
  return hours ? said(hour(hours.startHour), hour(hours.endHour), hours.timeZone) : always
}

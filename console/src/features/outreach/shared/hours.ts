import { strings } from '#i18n/outreach.ts'
import { browserTimeZone } from '../../../components/time-zones.ts'

export type DailyHours = { startHour: number; endHour: number; timeZone: string }

export const defaultHours = (): DailyHours => ({ startHour: 9, endHour: 20, timeZone: browserTimeZone() })

export function formatHours(hours: DailyHours | undefined | null): string {
  const { hour, said, always } = strings.hours
  return hours ? said(hour(hours.startHour), hour(hours.endHour), hours.timeZone) : always
}

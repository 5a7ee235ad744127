import type { SchedulingWindow } from './scheduling-form.ts'

/** Monday first; the numbers are the API's, where 0 is Sunday. */
export const weekdayNumbers = [1, 2, 3, 4, 5, 6, 0] as const

export const minutesOfDay = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Returns the windows of a day with their indexes in the whole list. */
export const windowsOn = (
  windows: readonly SchedulingWindow[],
  dayOfWeek: number,
): { window: SchedulingWindow; at: number }[] =>
  windows
    .map((window, at) => ({ window, at }))
    .filter(({ window }) => window.dayOfWeek === dayOfWeek)
    .sort((one, other) => one.window.startTime.localeCompare(other.window.startTime))

/** Copies Monday's hours to every working day. */
export function copyMondayHours(windows: readonly SchedulingWindow[]): SchedulingWindow[] {
  const monday = windows.filter(({ dayOfWeek }) => dayOfWeek === 1)
  const weekend = windows.filter(({ dayOfWeek }) => dayOfWeek === 0 || dayOfWeek === 6)
  return [...[1, 2, 3, 4, 5].flatMap((dayOfWeek) => monday.map((window) => ({ ...window, dayOfWeek }))), ...weekend]
}

/** Returns a new window after the existing ones: an hour later, or the default hours of a day. */
export function nextWindow(windows: readonly SchedulingWindow[], dayOfWeek: number): SchedulingWindow {
  const last = windowsOn(windows, dayOfWeek).at(-1)?.window
  if (!last) return { dayOfWeek, startTime: '09:00', endTime: '17:00' }
  const start = Math.min(minutesOfDay(last.endTime) + 60, 23 * 60)
  return { dayOfWeek, startTime: clock(start), endTime: clock(Math.min(start + 120, 23 * 60 + 59)) }
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

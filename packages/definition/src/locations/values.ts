import type { AgentDefinition } from '../definition.ts'
import type { SchedulingWindow } from '../scheduling.ts'
import type { AgentLocation } from './location.ts'

/** Fields of a location that texts and conditions can read, as `location.<field>`. */
export const locationFields = ['id', 'name', 'address', 'phone', 'hours', 'timeZone'] as const
export type LocationField = (typeof locationFields)[number]

export function isLocationField(field: string): field is LocationField {
  return (locationFields as readonly string[]).includes(field)
}

type LocationSource = Pick<AgentDefinition, 'scheduling'>

/** Returns a field of a location as text; undefined if it has none. Hours and zone default to the agent's own. */
export function readLocationField(
  { scheduling }: LocationSource,
  location: AgentLocation,
  field: LocationField,
): string | undefined {
  if (field === 'hours') return formatHours(getLocationHours({ scheduling }, location)) || undefined
  if (field === 'timeZone') return location.timeZone ?? scheduling.timezone
  return location[field]
}

export function getLocationHours(
  { scheduling }: LocationSource,
  { hours = [] }: AgentLocation,
): readonly SchedulingWindow[] {
  return hours.length > 0 ? hours : (scheduling.availableHours ?? [])
}

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
/** A week begins on Monday. */
const week = [1, 2, 3, 4, 5, 6, 0]

/** `Mon to Fri 09:00–12:00 and 13:00–17:00, Sat 09:00–12:00`; empty without hours. */
export function formatHours(windows: readonly SchedulingWindow[]): string {
  const days = week.map((day) => ({ first: day, last: day, times: formatDay(windows, day) }))
  const groups: typeof days = []
  for (const day of days) {
    const group = groups.at(-1)
    if (group?.times === day.times) group.last = day.last
    else groups.push(day)
  }
  return groups
    .filter(({ times }) => times !== '')
    .map(({ first, last, times }) => `${formatDays(first, last)} ${times}`)
    .join(', ')
}

function formatDays(first: number, last: number): string {
  return first === last ? `${dayNames[first]}` : `${dayNames[first]} to ${dayNames[last]}`
}

function formatDay(windows: readonly SchedulingWindow[], day: number): string {
  return windows
    .filter(({ dayOfWeek }) => dayOfWeek === day)
    .toSorted((one, other) => (one.startTime < other.startTime ? -1 : 1))
    .map(({ startTime, endTime }) => `${startTime}–${endTime}`)
    .join(' and ')
}

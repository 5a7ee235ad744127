import type { TestSuite } from '../shared/test-data.ts'

export const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
type Schedule = NonNullable<TestSuite['schedule']>

export type SuiteForm = {
  name: string
  description: string
  channel: string | null
  schedule: { every: 'never' | Schedule['every']; at: string; weekday: string; timezone: string }
}

/** Fills in the defaults of absent values. */
export function toSuiteForm({ name, description = '', channel, schedule }: TestSuite): SuiteForm {
  const { every = 'never', at = '06:00', weekday = 'monday', timezone = 'UTC' } = schedule ?? {}
  return { name, description, channel: channel ?? null, schedule: { every, at, weekday, timezone } }
}

export function toSuiteBody({ name, description, channel, schedule: { every, at, weekday, timezone } }: SuiteForm) {
  const when = { every, at, timezone, ...(every === 'weekly' && { weekday }) }
  return { name, description: description || null, channel, schedule: every === 'never' ? null : when }
}

import type { z } from 'zod'
import type { CalendarResponse } from './calendar.ts'

/** Returns the parsed body; throws unless the response is successful and valid. */
export function parseCalendarResponse<T extends z.ZodType>(schema: T, response: CalendarResponse): z.output<T> {
  assertSuccess(response)
  const { success, data } = schema.safeParse(response.body)
  if (!success) throw new Error('the calendar returned a response that cannot be parsed')
  return data
}

export function assertSuccess({ status }: CalendarResponse): void {
  if (status < 200 || status > 299) throw new Error(`the calendar returned ${status}`)
}

export function isEventGone({ status }: CalendarResponse): boolean {
  return status === 404 || status === 410
}

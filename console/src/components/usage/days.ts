/** Returns the day of a timestamp in the time zone of the report: `2030-01-31`. */
export function localDayOf(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(at))
}

export function formatDay(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone, weekday: 'short', month: 'short', day: 'numeric' }).format(
    new Date(at),
  )
}

const dayMs = 86_400_000

/** Returns the shortest time span offered by the lists that still includes the day. */
export function shortestSpanContaining<Span extends string>(
  spans: readonly Span[],
  at: string,
  now: number,
): Span | undefined {
  return spans.find((days) => Number(days) * dayMs >= now - Date.parse(at)) ?? spans.at(-1)
}

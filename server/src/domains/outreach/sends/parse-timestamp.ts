const timestampPattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d(?:[.,]\d{1,9})?))?(Z|[+-]\d\d:?\d\d)?)?$/i

export const timestampRule = 'must be a date or a time of ISO 8601, for example 2030-01-31T09:00:00Z'

/** Parses an ISO 8601 timestamp in any of its variants; without a zone it is UTC. */
export function parseTimestamp(text: string): Date | undefined {
  const [, day, minutes = '00:00', seconds = '00', zone = 'Z'] = timestampPattern.exec(text) ?? []
  if (day === undefined) return undefined
  const offset = /^z$/i.test(zone) ? 'Z' : zone.replace(/^(.\d\d):?(\d\d)$/, '$1:$2')
  const at = new Date(`${day}T${minutes}:${seconds.replace(',', '.')}${offset}`)
  return Number.isNaN(at.getTime()) || !isCalendarDay(day) ? undefined : at
}

/** Rejects days like February 31, which Date would roll over into March. */
function isCalendarDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

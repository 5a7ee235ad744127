import { auditMethods } from '@parley/definition/vocabulary'

/** Filters of the audit log, as URL search params. */
export type AuditSearch = {
  q?: string
  actorId?: string
  agentId?: string
  method?: (typeof auditMethods)[number]
  requestId?: string
  /** A date, as `2030-01-31`. */
  since?: string
  until?: string
  entry?: string
}

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined)
  const values = {
    q: text(search.q),
    actorId: text(search.actorId),
    agentId: text(search.agentId),
    method: auditMethods.find((one) => one === search.method),
    requestId: text(search.requestId),
    since: isDay(search.since) ? search.since : undefined,
    until: isDay(search.until) ? search.until : undefined,
    entry: text(search.entry),
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** Converts to API parameters: dates become whole days in the reader's time zone. */
export function toAuditQuery({ entry: _, since, until, ...filters }: AuditSearch) {
  return {
    ...filters,
    ...(since && { start: new Date(`${since}T00:00:00`).toISOString() }),
    ...(until && { end: dayAfter(until).toISOString() }),
  }
}

function dayAfter(day: string): Date {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + 1)
  return start
}

const dayMs = 86_400_000
const pad2 = (count: number): string => String(count).padStart(2, '0')

/** Converts a timestamp to a date field in the reader's time zone; empty means no expiry. */
export function toDayField(moment: string | undefined): string {
  if (!moment) return ''
  const at = new Date(moment)
  return `${at.getFullYear()}-${pad2(at.getMonth() + 1)}-${pad2(at.getDate())}`
}

/** Returns the end of that day, or null for no expiry. */
export function endOfDay(day: string): string | null {
  return day === '' ? null : new Date(`${day}T23:59:59`).toISOString()
}

export const addDay = (days: number, now: number): string => toDayField(new Date(now + days * dayMs).toISOString())

const overlapMs = dayMs

/** When a replaced key expires: in a day, or earlier if it would have expired anyway. */
export function computeRotatedExpiry(expiresAt: string | undefined, now: number): string {
  const end = now + overlapMs
  return new Date(expiresAt ? Math.min(end, Date.parse(expiresAt)) : end).toISOString()
}

/** Expiry of the replacement: the same lifetime as the old key, or none. */
export function computeReplacementExpiry(
  old: { createdAt: string; expiresAt?: string },
  now: number,
): string | undefined {
  if (!old.expiresAt) return undefined
  return new Date(now + (Date.parse(old.expiresAt) - Date.parse(old.createdAt))).toISOString()
}

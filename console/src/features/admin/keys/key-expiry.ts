const dayMs = 86_400_000
const pad2 = (count: number): string => String(count).padStart(2, '0')

/** A moment as the day that a field shows, where the reader is; none is no end. */
export function toDayField(moment: string | undefined): string {
  if (!moment) return ''
  const at = new Date(moment)
  return `${at.getFullYear()}-${pad2(at.getMonth() + 1)}-${pad2(at.getDate())}`
}

/** The end of that day; null where there is none, and so no end. */
export function endOfDay(day: string): string | null {
  return day === '' ? null : new Date(`${day}T23:59:59`).toISOString()
}

export const dayAfter = (days: number, now: number): string => toDayField(new Date(now + days * dayMs).toISOString())

const overlapMs = dayMs

/** When a key ends that another has replaced: in a day, or before that if it would have ended anyway. */
export function rotatedKeyExpiry(expiresAt: string | undefined, now: number): string {
  const end = now + overlapMs
  return new Date(expiresAt ? Math.min(end, Date.parse(expiresAt)) : end).toISOString()
}

/** What the new key has in place of the old one's end: as long a life as that was given, or none. */
export function replacementKeyExpiry(old: { createdAt: string; expiresAt?: string }, now: number): string | undefined {
  if (!old.expiresAt) return undefined
  return new Date(now + (Date.parse(old.expiresAt) - Date.parse(old.createdAt))).toISOString()
}

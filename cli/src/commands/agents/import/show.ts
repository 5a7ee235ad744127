import type { Paint } from '../../../text/paint.ts'
import { formatCountOf, stripControlCharacters } from '../../../text/printable.ts'
import type { Difference } from './diff-documents.ts'

/** First which sections, then each line by line. */
export function formatDifferences(differences: readonly Difference[], paint: Paint): string[] {
  if (differences.length === 0) return ['Nothing would change']
  const widest = Math.max(...differences.map(({ section }) => section.length))
  return [
    `${formatCountOf(differences.length, 'section')} would change:`,
    ...differences.map(
      ({ section, added, removed }) => `  ${section.padEnd(widest)}  ${formatLineCounts(added, removed, paint)}`,
    ),
    ...differences.flatMap(({ section, lines }) => [
      '',
      paint('bold', section),
      ...lines.map((line) => paintDiffLine(stripControlCharacters(line), paint)),
    ]),
  ]
}

const formatLineCounts = (added: number, removed: number, paint: Paint): string =>
  [...(added > 0 ? [paint('green', `+${added}`)] : []), ...(removed > 0 ? [paint('red', `-${removed}`)] : [])].join(' ')

function paintDiffLine(line: string, paint: Paint): string {
  if (line.startsWith('+')) return paint('green', line)
  if (line.startsWith('-')) return paint('red', line)
  return line.startsWith('@@') ? paint('dim', line) : line
}

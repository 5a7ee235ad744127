import { truncateToWidth } from '../../layout/width.ts'
import type { Paint } from '../../text/paint.ts'
import { formatCountOf, toPrintable } from '../../text/printable.ts'

export type ConfigurationChange = {
  path: string
  kind: 'added' | 'removed' | 'changed'
  before?: unknown
  after?: unknown
}

const marks = { added: '+', removed: '-', changed: '~' } as const
const colors = { added: 'green', removed: 'red', changed: 'yellow' } as const
const maxValueWidth = 100

/** One line per change, and below it the values before and after, shortened. */
export function formatChanges(changes: readonly ConfigurationChange[], paint: Paint): string[] {
  if (changes.length === 0) return ['No differences']
  return [
    ...changes.flatMap(({ path, kind, before, after }) => [
      paint(colors[kind], `${marks[kind]} ${toPrintable(path)}`),
      ...(kind === 'changed' ? [`    - ${formatValue(before)}`, `    + ${formatValue(after)}`] : []),
    ]),
    formatCountOf(changes.length, 'difference'),
  ]
}

const formatValue = (value: unknown): string =>
  truncateToWidth(toPrintable(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')), maxValueWidth)

import type { Io } from '../../io.ts'
import { clearLine } from '../../text/clear-line.ts'

/** Dots while somebody waits at a terminal. */
export async function withSpinner<T>(
  { columns, err }: Pick<Io, 'columns' | 'err'>,
  isLive: boolean,
  act: () => Promise<T>,
): Promise<T> {
  if (!isLive || columns() === undefined) return act()
  err('  …')
  try {
    return await act()
  } finally {
    err(clearLine)
  }
}

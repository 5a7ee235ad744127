import type { Io } from '../../io.ts'

const clearLine = '\r\u001b[2K'

/** Dots while somebody waits at a terminal. */
export async function thinking<T>(
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

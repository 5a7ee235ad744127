/** Too many wait already. */
export class TooBusy extends Error {}

/** Lets at most so many run at once; the others wait in line, and whoever finds the line full is turned away. */
export function takingTurns(
  most: number,
  mostWaiting = Number.POSITIVE_INFINITY,
): <T>(act: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = most
  return async (act) => {
    if (free > 0) free--
    else if (waiting.length >= mostWaiting) throw new TooBusy()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await act()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

const atOnce = 1000

/** As much as one statement takes and answers at a time. */
export function piecesOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, at) => all.slice(at * atOnce, (at + 1) * atOnce))
}

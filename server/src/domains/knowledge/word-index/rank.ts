/** Reproduces how PostgreSQL ranks one lexeme of a `tsvector` (`ts_rank`), in its single-precision arithmetic. */

/** The weights of the labels D, C, B and A. */
const labelWeights = [0.1, 0.2, 0.4, 1].map(Math.fround)
/** The limit of the sum of 1/n² as `tsrank.c` has it. */
const rankLimit = 1.64493406685

/** `ts_rank` of a vector and a query of one lexeme, given the labels of its positions, each from 0 (D) to 3 (A). */
export function rankLexeme(labels: ArrayLike<number>): number {
  // A lexeme without positions counts as one with the label D.
  if (labels.length === 0) return rankLexeme([0])
  let sum = 0
  let [best, bestAt] = [-1, 0]
  for (let at = 0; at < labels.length; at++) {
    const weight = labelWeights[labels[at]!]!
    sum = Math.fround(sum + Math.fround(weight / ((at + 1) * (at + 1))))
    if (weight > best) [best, bestAt] = [weight, at]
  }
  const repeated = Math.fround(best / ((bestAt + 1) * (bestAt + 1)))
  return Math.fround(Math.fround(Math.fround(best + sum) - repeated) / rankLimit)
}

/** Visits the lexemes of a vector in the format of `tsvectorsend`, each with its rank. */
export function forEachLexeme(sent: Buffer, visit: (lexeme: string, rank: number) => void): void {
  const count = sent.readUInt32BE(0)
  let at = 4
  for (let n = 0; n < count; n++) {
    const end = sent.indexOf(0, at)
    const lexeme = sent.toString('utf8', at, end)
    const positions = sent.readUInt16BE(end + 1)
    at = end + 3
    visit(lexeme, rankPositions(sent, at, positions))
    at += 2 * positions
  }
}

/** The two highest bits of a position are its label. */
function rankPositions(sent: Buffer, from: number, count: number): number {
  if (count === 1) return singleRanks[sent[from]! >> 6]!
  return rankLexeme(Array.from({ length: count }, (_, n) => sent[from + 2 * n]! >> 6))
}

const singleRanks = [0, 1, 2, 3].map((label) => rankLexeme([label]))

/** Rounds to four decimals as PostgreSQL's `round(x::numeric, 4)`: of 15 significant digits, half away from zero. */
export function roundScore(score: number): number {
  return Math.round(Number(`${Number(score.toPrecision(15))}e4`)) / 10_000
}

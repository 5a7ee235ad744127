/** A parser to be attacked. */
export type FuzzTarget = {
  name: string
  /** Where its code lies: coverage elsewhere is no news. */
  within: RegExp
  /** What it is known to read. */
  seeds: readonly string[]
  /** Marks and words of its format. */
  words: readonly string[]
  /** Throws only where the parser has done what it must not: refusals that it declares are caught. */
  run(text: string): void | Promise<void>
}

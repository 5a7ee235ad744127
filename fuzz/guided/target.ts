export type FuzzTarget = {
  name: string
  /** The location of its code; coverage elsewhere is ignored. */
  sourcePattern: RegExp
  /** Valid inputs. */
  seeds: readonly string[]
  /** Tokens of its format. */
  tokens: readonly string[]
  /** Throws only if the parser misbehaves; expected rejections are caught. */
  run(text: string): void | Promise<void>
}

import { type Paint, paintOf } from '../../../text/paint.ts'

/** How wide things are drawn, and with which colours. */
export type Style = { columns: number; paint: Paint; underline(text: string): string }

export const styleOf = (columns: number, colours: boolean): Style => ({
  columns,
  paint: paintOf(colours),
  underline: (text) => (colours ? `\u001b[4m${text}\u001b[24m` : text),
})

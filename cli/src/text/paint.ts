const codes = { red: 31, green: 32, yellow: 33, bold: 1, dim: 2, underline: 4 } as const

export type Paint = (color: keyof typeof codes, text: string) => string

export const createPaint = (colors: boolean): Paint =>
  colors ? (color, text) => `\u001b[${codes[color]}m${text}\u001b[0m` : (_, text) => text

/** Escape sequence that clears the current line of a terminal. */
export const clearLine = '\r\u001b[2K'

/** Escape sequence that clears the current line of a terminal. */
export const clearLine = '\r\u001b[2K'

/** Has a terminal take back what stands in its line. */
export const clearLine = '\r\u001b[2K'

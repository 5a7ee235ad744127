/**
 * Words of others, made fit to be printed in a line of ours: a terminal would obey the control characters in them, and a
 * build server a line that begins as it likes.
 */
export function toPrintable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ').trim()
}

/** A line of others that keeps its indentation: only what a terminal would obey is taken out. */
export const stripControlCharacters = (line: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
  line.replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '')

/** `1 case`, `2 cases`. */
export const formatCountOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

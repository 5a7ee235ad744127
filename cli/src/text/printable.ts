/**
 * Makes untrusted text safe to print on one line: a terminal would obey its control characters, and a build server
 * would obey a line that starts with one of its commands.
 */
export function toPrintable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it removes them
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ').trim()
}

/** Strips control characters from an untrusted line but preserves its indentation. */
export const stripControlCharacters = (line: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it removes them
  line.replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '')

/** Formats as `1 case` or `2 cases`. */
export const formatCountOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

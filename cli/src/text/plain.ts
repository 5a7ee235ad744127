/**
 * Words of others, made fit to be printed in a line of ours: a terminal would obey the control characters in them, and a
 * build server a line that begins as it likes.
 */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ').trim()
}

/** At most so many characters, the last of them an ellipsis where something is left out. */
export function shortened(text: string, most: number): string {
  const letters = [...text]
  return letters.length <= most ? text : `${letters.slice(0, Math.max(most - 1, 0)).join('')}…`
}

/** `1 case`, `2 cases`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

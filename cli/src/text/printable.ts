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

/** Matches any Parley key. Its first five letters identify a key and are not secret, so a match needs at least six. */
const keyShape = /(sk-(?:svc|sys)-)[\w.-]{6,}/g

/** Redacts keys from text that is about to be printed. */
export function redactKeys(text: string, key: string): string {
  const without = key.length > 0 ? text.replaceAll(key, '…') : text
  return without.replace(keyShape, '$1…')
}

/** Formats as `41 s` or `3 min 20 s`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  return whole % 60 === 0 ? `${whole / 60} min` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

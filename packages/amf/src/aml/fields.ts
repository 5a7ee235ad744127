/** Splitting the inside of a marker into fields, and backslash escapes. */

const escapeSequence = /\\([!-/:-@[-`{-~n])/g

/**
 * Resolves escapes: `\|` is a bar, a backslash before `n` is a line break; a backslash before anything else is a
 * literal backslash.
 */
export function unescapeField(field: string): string {
  if (!field.includes('\\')) return field
  return field.replace(escapeSequence, (_, sign: string) => (sign === 'n' ? '\n' : sign))
}

export function isEscaped(text: string, at: number): boolean {
  let from = at
  while (from > 0 && text.charCodeAt(from - 1) === 92) from--
  return (at - from) % 2 === 1
}

/** Returns the index of the first unescaped `sign`, or -1. */
export function indexOfUnescaped(text: string, sign: string, from = 0): number {
  let at = text.indexOf(sign, from)
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf(sign, at + 1)
  return at
}

export function splitUnescaped(text: string, sign: string): string[] {
  const fields: string[] = []
  let from = 0
  for (let at = indexOfUnescaped(text, sign); at >= 0; at = indexOfUnescaped(text, sign, from)) {
    fields.push(text.slice(from, at).trim())
    from = at + sign.length
  }
  fields.push(text.slice(from).trim())
  return fields
}

/**
 * In a row, a tilde separates fields only when surrounded by whitespace, so `~5 minutes` and `/~ada` need no escape.
 */
export function splitRow(text: string): string[] {
  const fields: string[] = []
  let from = 0
  for (let at = text.indexOf('~'); at >= 0; at = text.indexOf('~', at + 1)) {
    if (!isGap(text[at - 1]) || !isGap(text[at + 1])) continue
    fields.push(text.slice(from, at).trim())
    from = at + 1
  }
  fields.push(text.slice(from).trim())
  return fields
}

function isGap(neighbor: string | undefined): boolean {
  return neighbor === undefined || neighbor.trim() === ''
}

// Escaping for printing: the parser reads each of these back unchanged.

const needsEscape = /\\|\[(?=\[)|\](?=\])/g

function escapeBrackets(text: string): string {
  return text.replace(needsEscape, '\\$&').replaceAll('\n', '\\n')
}

/** The marker's closing brackets may directly follow the field. */
export function escapeField(text: string): string {
  return escapeBrackets(text).replaceAll('|', '\\|').replace(/\]$/, '\\]')
}

export function escapeRowKey(text: string): string {
  return escapeField(text).replaceAll('=', '\\=')
}

export function escapeRowField(text: string): string {
  return escapeBrackets(text).replace(/(?<!\S)~(?!\S)/g, '\\~')
}

export function escapeListEntry(text: string): string {
  return escapeBrackets(text).replaceAll(',', '\\,')
}

export function escapeChipField(text: string): string {
  return escapeField(text).replaceAll('=', '\\=').replaceAll('->', '-\\>')
}

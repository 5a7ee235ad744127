import { phraseOf } from '../../../../platform/fold.ts'
import { tellingStems } from './language/words.ts'

type Line = { role: 'person' | 'agent'; text: string }

const longestSummary = 200
const longestQuote = 60
const mostQuotes = 2
const mostNotes = 3

/** A conversation in one line: what was asked first, and what came of it. */
export function summarise(lines: readonly Line[], notes: readonly string[]): string {
  const quotes = lines.flatMap(({ role, text }) => (role === 'person' && isTelling(text) ? [oneLine(text)] : []))
  const asked = [...new Map(quotes.map((quote) => [phraseOf(quote), quote])).values()].slice(0, mostQuotes)
  const came = notes
    .map(oneLine)
    .filter((note) => note !== '')
    .slice(-mostNotes)
  const said = asked.map((quote) => `“${cut(quote, longestQuote)}”`).join(', ')
  const pieces = [said && `Wrote ${said}`, ...came.map((note) => note.replace(/\.$/, ''))].filter(Boolean)
  return cut(pieces.length > 0 ? `${pieces.join('; ')}.` : 'Nothing of note was said.', longestSummary)
}

function isTelling(text: string): boolean {
  return tellingStems(text).size > 0
}

function oneLine(text: string): string {
  return text
    .slice(0, 2_000)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

function cut(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`
}

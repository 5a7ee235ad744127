import { normalizePhrase } from '../../../../platform/search-text.ts'
import { extractStems } from './language/words.ts'

type Line = { role: 'person' | 'agent'; text: string }

const maxSummaryLength = 200
const maxQuoteLength = 60
const maxQuotes = 2
const maxNotes = 3

/** A conversation in one line: what was asked first, and what came of it. */
export function summarizeLines(lines: readonly Line[], notes: readonly string[]): string {
  const quotes = lines.flatMap(({ role, text }) => (role === 'person' && isInformative(text) ? [oneLine(text)] : []))
  const asked = [...new Map(quotes.map((quote) => [normalizePhrase(quote), quote])).values()].slice(0, maxQuotes)
  const came = notes
    .map(oneLine)
    .filter((note) => note !== '')
    .slice(-maxNotes)
  const said = asked.map((quote) => `“${truncateQuote(quote, maxQuoteLength)}”`).join(', ')
  const pieces = [said && `Wrote ${said}`, ...came.map((note) => note.replace(/\.$/, ''))].filter(Boolean)
  return truncateQuote(pieces.length > 0 ? `${pieces.join('; ')}.` : 'Nothing of note was said.', maxSummaryLength)
}

function isInformative(text: string): boolean {
  return extractStems(text).size > 0
}

function oneLine(text: string): string {
  return text
    .slice(0, 2_000)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

function truncateQuote(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`
}

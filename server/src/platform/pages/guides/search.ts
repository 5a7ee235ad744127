import { escapeHtml } from '../shell.ts'
import { type GuideSection, guidePageOf, listSections, titleOf } from './markdown.ts'

/** The search over the guides: an index of their sections, and the page of results. */

/** A section without markup, and its parts in lower case. */
type IndexedSection = {
  page: string
  level: number
  id: string
  guide: string
  title: string
  text: string
  lower: LowerParts
}
type LowerParts = { guide: string; title: string; text: string }
export type GuideSearchIndex = readonly IndexedSection[]

export function buildSearchIndex(guides: readonly { name: string; text: string }[]): GuideSearchIndex {
  return guides.flatMap(({ name, text: markdown }) => {
    const [page, guide] = [guidePageOf(name, 'README.md'), titleOf(markdown) ?? name]
    return listSections(markdown).map((section) => {
      const { level, id, title } = section
      const text = toPlainText(section)
      const lower = { guide: guide.toLowerCase(), title: title.toLowerCase(), text: text.toLowerCase() }
      return { page, level, id, guide, title, text, lower }
    })
  })
}

function toPlainText({ text }: GuideSection): string {
  return text
    .replace(/^\|[-| :]+\|$/gm, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^(?:```|~~~).*$/gm, ' ')
    .replace(/[`|]|\*\*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

export const maxQueryLength = 200
const maxTerms = 8
const maxHits = 20

type GuideHit = { section: IndexedSection; score: number; termCount: number }
type GuideHits = { terms: string[]; hits: GuideHit[]; total: number }

/** The sections with most of the words, best first. A word matches where one begins with it. */
export function searchGuides(index: GuideSearchIndex, query: string): GuideHits {
  const terms = parseTerms(query)
  const scored = index.map((section) => scoreSection(section, terms)).filter(({ termCount }) => termCount > 0)
  const most = Math.max(0, ...scored.map(({ termCount }) => termCount))
  const hits = scored.filter(({ termCount }) => termCount === most).sort((one, other) => other.score - one.score)
  return { terms, hits: hits.slice(0, maxHits), total: hits.length }
}

function parseTerms(query: string): string[] {
  const words = query
    .slice(0, maxQueryLength)
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s"',;]+/)
  return [...new Set(words.filter((word) => /[\p{L}\p{N}]/u.test(word)))].slice(0, maxTerms)
}

function scoreSection(section: IndexedSection, terms: readonly string[]): GuideHit {
  const { guide, title, text } = section.lower
  const scores = terms.map((term) => {
    const inTitle = countMatches(title, term) > 0 ? 10 : 0
    const inGuide = countMatches(guide, term) > 0 ? 4 : 0
    return inTitle + inGuide + countMatches(text, term)
  })
  const termCount = scores.filter((score) => score > 0).length
  return { section, termCount, score: scores.reduce((sum, score) => sum + score, 0) }
}

const maxCounted = 5

/** How often the term begins a word, up to a limit: a long section is not better for that. */
function countMatches(text: string, term: string): number {
  let count = 0
  for (let at = text.indexOf(term); at >= 0 && count < maxCounted; at = text.indexOf(term, at + term.length)) {
    if (!isLetter(term[0]) || !isLetter(text[at - 1])) count++
  }
  return count
}

const isLetter = (letter = ''): boolean => /[\p{L}\p{N}]/u.test(letter)

/** Matches what `countMatches` counts. */
function termPattern(terms: readonly string[]): RegExp {
  const patterns = terms.map((term) => {
    const escaped = term.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    return isLetter(term[0]) ? `(?<![\\p{L}\\p{N}])${escaped}` : escaped
  })
  return new RegExp(patterns.join('|'), 'giu')
}

/** The form of every guide and of the page of results; it works without a script. */
export function renderSearchForm(query = ''): string {
  const value = query === '' ? '' : ` value="${escapeHtml(query)}"`
  const input = `<input type="search" name="q" maxlength="${maxQueryLength}" placeholder="Search the guides" aria-label="Search the guides"${value}>`
  return `<form class="search" role="search" action="/docs/search">${input}<button>Search</button></form>`
}

export function renderSearchResults(index: GuideSearchIndex, query: string): string {
  const { terms, hits, total } = searchGuides(index, query)
  if (terms.length === 0) return '<p>Enter what you look for: a term, a route, an error code, or a setting.</p>'
  const asked = escapeHtml(query.slice(0, maxQueryLength).toWellFormed())
  if (hits.length === 0) {
    return `<p>The guides do not mention “${asked}”.</p><p>Use another word for it, or look into <a href="/docs">the list of guides</a>, <a href="/docs/errors">the list of errors</a> or <a href="/docs/api">the API reference</a>.</p>`
  }
  const isPartial = (hits[0]?.termCount ?? 0) < terms.length
  const sections = total === 1 ? '1 section' : `${total} sections`
  const found = isPartial
    ? `No section has all of these words; ${total === 1 ? '1 section has' : `${sections} have`} some.`
    : `${sections} about “${asked}”.`
  const more = total > hits.length ? ` These are the best ${hits.length}; add a word to narrow the search.` : ''
  return `<p class="quiet">${found}${more}</p><ol class="hits">${hits.map((hit) => renderHit(hit, terms)).join('')}</ol>`
}

function renderHit({ section }: GuideHit, terms: readonly string[]): string {
  const { page, guide, id, level, title, text } = section
  const link = `<a href="${page}${level === 1 ? '' : `#${id}`}">${highlight(title, terms)}</a>`
  const place = level === 1 ? '' : `<p class="quiet">${escapeHtml(guide)}</p>`
  return `<li>${link}${place}<p>${highlight(excerptOf(text, terms), terms)}</p></li>`
}

const excerptLength = 240

/** The text around the first match, cut between words. */
function excerptOf(text: string, terms: readonly string[]): string {
  const at = Math.max(0, text.search(termPattern(terms)))
  const from = at < excerptLength / 3 ? 0 : text.indexOf(' ', at - excerptLength / 3) + 1
  const cut = text.length - from <= excerptLength ? text.length : text.lastIndexOf(' ', from + excerptLength)
  const to = cut <= from ? from + excerptLength : cut
  return `${from > 0 ? '… ' : ''}${text.slice(from, to).toWellFormed()}${to < text.length ? ' …' : ''}`
}

function highlight(text: string, terms: readonly string[]): string {
  let html = ''
  let end = 0
  for (const { index, 0: match } of text.matchAll(termPattern(terms))) {
    html += `${escapeHtml(text.slice(end, index))}<mark>${escapeHtml(match)}</mark>`
    end = index + match.length
  }
  return html + escapeHtml(text.slice(end))
}

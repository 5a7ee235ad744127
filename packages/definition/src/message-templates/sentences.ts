import type { TextSpan } from './body-spans.ts'
import { slotPlaceholder } from './slots.ts'

const partners = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
  ['”', '“'],
  ['»', '«'],
  ['」', '「'],
  ['』', '『'],
  ['）', '（'],
  ['】', '【'],
])
const openers = new Set([...partners.values(), '„'])
const signs = /[()[\]{}“”„«»「」『』（）【】"]|\*+|_+|~~|`+/gu

/** For each position of a line, the number of open brackets, quotes and emphasis pairs; unpaired ones do not count. */
function pairDepths(line: string): Int32Array {
  const changes = new Int32Array(line.length + 2)
  const waiting = new Map<string, number[]>()
  for (const { 0: sign, index } of line.matchAll(signs)) {
    const opener = openerOf(sign, waiting)
    const start = opener === undefined ? undefined : waiting.get(opener)?.pop()
    if (start !== undefined && closesAt(line, index, sign)) {
      changes[start + 1]!++
      changes[index + sign.length]!--
    } else if (opensAt(line, index, sign)) pushTo(waiting, sign, index)
  }
  for (let at = 1; at < changes.length; at++) changes[at]! += changes[at - 1]!
  return changes
}

/** „German quotes“ close with the character that opens “English ones”. */
function openerOf(sign: string, waiting: ReadonlyMap<string, readonly number[]>): string | undefined {
  if ((sign === '“' || sign === '”') && waiting.get('„')?.length) return '„'
  return partners.get(sign) ?? (openers.has(sign) ? undefined : sign)
}

function closesAt(line: string, at: number, sign: string): boolean {
  return partners.has(sign) || sign === '“' || /\S/.test(line[at - 1] ?? ' ')
}

function opensAt(line: string, at: number, sign: string): boolean {
  if (openers.has(sign)) return true
  return !partners.has(sign) && /\S/.test(line[at + sign.length] ?? ' ') && !/[\p{L}\p{N}]/u.test(line[at - 1] ?? ' ')
}

function pushTo(waiting: Map<string, number[]>, sign: string, at: number): void {
  const places = waiting.get(sign) ?? []
  waiting.set(sign, places)
  places.push(at)
}

/** Abbreviations whose period does not end a sentence. */

const titles = new Set(
  'Dr Mr Mrs Ms Mx Prof St Sr Sra Srta Mme Mlle Mgr Rev Hon Capt Lt Sgt Gen Col Gov Sen Hr Hrn Fr Dott Ing Mt Ft'.split(
    ' ',
  ),
)

const beforeMore = new Set(
  'e.g i.e eg ie cf vs approx incl excl esp tel ca z.b d.h u.a i.d.r bzw ggf evtl inkl exkl zzgl p.ej p.ex'.split(' '),
)

const beforeNumbers = new Set(
  'no nos nr fig vol pp art sec ch ext apt jan feb mar apr jun jul aug sep sept oct nov dec'.split(' '),
)

const number = new RegExp(`^[#\\d${slotPlaceholder}]`)
const germanMonth = /^(?:Jan|Jän|Feb|März|Apr|Mai|Jun|Jul|Aug|Sept|Okt|Nov|Dez)/

/** Returns whether the period after this word belongs to it, given the text after the space. */
function isAbbreviation(word: string, following: string): boolean {
  const bare = word.replace(/^[^\p{L}\p{N}]+/u, '')
  const folded = bare.toLowerCase()
  if (titles.has(bare) || beforeMore.has(folded)) return true
  if (beforeNumbers.has(folded)) return number.test(following)
  if (/^\d{1,2}$/.test(bare)) return germanMonth.test(following)
  return /^\p{L}$/u.test(bare) && bare !== 'I'
}

/** Replaces each character of a marker: neither text nor the end of a sentence. */
export const markerPlaceholder = '\ufffb'

const quoting = /^(?:\s|>)*/u
const itemSign = /^(?:[-*+•–—]|\d{1,9}[.)]|#{1,6})\s+/u

const ends = /[.!?…。！？｡؟۔।॥‼⁇⁈⁉]+[)\]}"'”’»›“」』）】*_~`]*/gu
const endsWithoutSpace = /[。！？｡]/u
const isContinued = /^\p{Ll}/u
const says = new RegExp(`[\\p{L}\\p{N}${slotPlaceholder}]`, 'u')

/** Parses the prefix of a line before its text; a list item or a heading is kept or dropped as a whole. */
export function parseLineStart(line: string): { length: number; isItem: boolean } {
  const quoted = quoting.exec(line)?.[0].length ?? 0
  const sign = itemSign.exec(line.slice(quoted))?.[0].length ?? 0
  return { length: quoted + sign, isItem: sign > 0 }
}

/**
 * Splits one line into sentences, each with its trailing whitespace. Does not use Intl.Segmenter, which ends a sentence
 * after "Dr." and inside brackets, and differs between machines.
 */
export function findSentences(line: string): TextSpan[] {
  const { length, isItem } = parseLineStart(line)
  if (isItem) return [{ start: length, end: line.length }]
  const sentences: TextSpan[] = []
  const depths = pairDepths(line)
  let start = length
  for (const { 0: sign, index } of line.matchAll(ends)) {
    const after = index + sign.length
    if (depths[after] !== 0 || !endsSentence(line, index, sign)) continue
    const end = after + spaceFrom(line, after)
    addTo(sentences, line, { start, end })
    start = end
  }
  if (start < line.length) addTo(sentences, line, { start, end: line.length })
  return sentences
}

/** A fragment without text of its own, such as an emoji, joins the preceding sentence. */
function addTo(sentences: TextSpan[], line: string, sentence: TextSpan): void {
  const before = sentences.at(-1)
  if (before && !says.test(line.slice(sentence.start, sentence.end))) before.end = sentence.end
  else sentences.push(sentence)
}

function endsSentence(line: string, at: number, sign: string): boolean {
  const after = at + sign.length
  const space = spaceFrom(line, after)
  if (after + space === line.length || endsWithoutSpace.test(sign)) return true
  if (space === 0) return false
  const following = line.slice(after + space, after + space + 12)
  const isStrong = /^[!?‼⁇⁈⁉؟]+$/u.test(sign)
  if (!isStrong && isContinued.test(following)) return false
  return sign[0] !== '.' || sign[1] === '.' || !isAbbreviation(wordBefore(line, at), following)
}

/** Abbreviations are short, so a dozen characters are enough. */
function wordBefore(line: string, at: number): string {
  return /\S*$/u.exec(line.slice(Math.max(0, at - 12), at))?.[0] ?? ''
}

function spaceFrom(line: string, at: number): number {
  let end = at
  while (end < line.length && (line[end] === markerPlaceholder || line[end]!.trim() === '')) end++
  return end - at
}

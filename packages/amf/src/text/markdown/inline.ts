import { codeBit, createSpan, pushSpan, type StyledSpan, styleBits } from '../runs.ts'

import { getClassAfter, getClassBefore, isAsciiPunctuation } from './chars.ts'
import {
  createDelimiterRun,
  createEmphasisDepths,
  type DelimiterRun,
  type EmphasisDepths,
  pairDelimiters,
} from './emphasis.ts'
import { findBareUrl, getLinkName, isAllowedHref, parseAutolink, parseLinkTarget } from './link-targets.ts'

/** Text between marks, or a mark. */
type Node = { text: string; code: boolean; href: string | undefined; mark: DelimiterRun | undefined }
/** An open `[`: its index in the source, among the nodes and among the marks. */
type Bracket = { at: number; node: number; mark: number }

type Scan = {
  source: string
  /** The next character to read, and the start of the pending text that is not a node yet. */
  at: number
  textFrom: number
  nodes: Node[]
  marks: DelimiterRun[]
  brackets: Bracket[]
  /** Delimiters that are probably open, to decide what ends a bare URL. */
  open: Record<string, number>
  ticks?: Map<number, Ticks>
}
/** Start positions of backtick runs of one length; those before `next` are already passed. */
type Ticks = { starts: number[]; next: number }

const special = /[\\`*_~[\]!<:]/

export function parseInline(source: string, bits: number, into: StyledSpan[]): void {
  if (special.test(source)) readMarkup(source, bits, into)
  else pushSpan(into, createSpan(source, bits))
}

function readMarkup(source: string, bits: number, into: StyledSpan[]): void {
  const scan: Scan = { source, at: 0, textFrom: 0, nodes: [], marks: [], brackets: [], open: { '*': 0, _: 0, '~': 0 } }
  while (scan.at < source.length) (readers[source.charCodeAt(scan.at)] ?? skip)(scan)
  flush(scan, source.length)
  pairDelimiters(scan.marks)
  toSpans(scan.nodes, bits, into)
}

const readers: ((scan: Scan) => void)[] = []
readers[92] = readBackslash
readers[96] = readCode
readers[42] = readDelimiter
readers[95] = readDelimiter
readers[126] = readDelimiter
readers[33] = readExclamation
readers[91] = (scan) => openBracket(scan, 1)
readers[93] = closeBracket
readers[60] = readAngle
readers[58] = readColon

function newNode(text: string, href?: string): Node {
  return { text, code: false, href, mark: undefined }
}

function skip(scan: Scan): void {
  scan.at++
}

/** Turns the text up to here into a node and continues at `next`. */
function flush(scan: Scan, next: number): void {
  if (scan.at > scan.textFrom) scan.nodes.push(newNode(scan.source.slice(scan.textFrom, scan.at)))
  scan.at = next
  scan.textFrom = next
}

function readBackslash(scan: Scan): void {
  const next = scan.source.charCodeAt(scan.at + 1)
  if (isAsciiPunctuation(next)) {
    flush(scan, scan.at + 1)
    scan.at++
  } else if (next === 10 && scan.at > 0) readHardBreak(scan)
  else scan.at++
}

/** Handles a backslash at the end of a line: only the line break remains. */
function readHardBreak(scan: Scan): void {
  flush(scan, scan.at + 1)
  const last = scan.nodes[scan.nodes.length - 1]
  if (last && !last.code) last.text = last.text.trimEnd()
}

function readExclamation(scan: Scan): void {
  if (scan.source[scan.at + 1] === '[') openBracket(scan, 2)
  else scan.at++
}

function repeatEnd(source: string, from: number): number {
  const code = source.charCodeAt(from)
  let at = from + 1
  while (source.charCodeAt(at) === code) at++
  return at
}

function readCode(scan: Scan): void {
  const start = repeatEnd(scan.source, scan.at)
  const size = start - scan.at
  const close = nextTicks(scan, size)
  const text = close < 0 ? '' : codeText(scan.source.slice(start, close))
  // Blank code shows nothing, so its backticks are text.
  if (text.trim() === '') scan.at = start
  else {
    flush(scan, close + size)
    scan.nodes.push({ text, code: true, href: undefined, mark: undefined })
  }
}

function codeText(inner: string): string {
  const text = inner.replaceAll('\n', ' ')
  return text.startsWith(' ') && text.endsWith(' ') ? text.slice(1, -1) : text
}

/** Returns the start of the next run of exactly `size` backticks, or -1. */
function nextTicks(scan: Scan, size: number): number {
  scan.ticks ??= findTicks(scan.source)
  const ticks = scan.ticks.get(size)
  if (!ticks) return -1
  while ((ticks.starts[ticks.next] ?? Number.POSITIVE_INFINITY) <= scan.at) ticks.next++
  return ticks.starts[ticks.next] ?? -1
}

function findTicks(source: string): Map<number, Ticks> {
  const found = new Map<number, Ticks>()
  for (let at = source.indexOf('`'); at >= 0; ) {
    const end = repeatEnd(source, at)
    const ticks = found.get(end - at)
    if (ticks) ticks.starts.push(at)
    else found.set(end - at, { starts: [at], next: 0 })
    at = source.indexOf('`', end)
  }
  return found
}

function readDelimiter(scan: Scan): void {
  const { source, at } = scan
  const end = repeatEnd(source, at)
  const char = source[at]!
  const side = flanks(source, { char, start: at, end })
  if ((char === '~' && end - at !== 2) || !(side.opens || side.closes)) {
    scan.at = end
    return
  }
  flush(scan, end)
  const mark = createDelimiterRun(char, end - at, side)
  scan.nodes.push({ text: '', code: false, href: undefined, mark })
  scan.marks.push(mark)
  const open = scan.open[char]!
  if (side.closes && open > 0) scan.open[char] = open - 1
  else if (side.opens) scan.open[char] = open + 1
}

/** CommonMark's left- and right-flanking rules; `_` has no effect inside a word. */
function flanks(source: string, { char, start, end }: { char: string; start: number; end: number }) {
  const before = getClassBefore(source, start)
  const after = getClassAfter(source, end)
  const left = after !== 'space' && (after !== 'punctuation' || before !== 'letter')
  const right = before !== 'space' && (before !== 'punctuation' || after !== 'letter')
  if (char !== '_') return { opens: left, closes: right }
  return { opens: left && (!right || before === 'punctuation'), closes: right && (!left || after === 'punctuation') }
}

function openBracket(scan: Scan, size: number): void {
  const { at } = scan
  flush(scan, at + size)
  scan.brackets.push({ at, node: scan.nodes.length, mark: scan.marks.length })
  scan.nodes.push(newNode(scan.source.slice(at, at + size)))
}

function closeBracket(scan: Scan): void {
  const bracket = scan.brackets.pop()
  const target = bracket && scan.source[scan.at + 1] === '(' ? parseLinkTarget(scan.source, scan.at + 1) : undefined
  if (!bracket || !target) scan.at++
  else if (target.href === undefined) leaveLiteral(scan, bracket, target.end)
  else {
    flush(scan, target.end)
    makeLink(scan, bracket, target.href)
  }
}

/** A disallowed link stays visible as literal source. */
function leaveLiteral(scan: Scan, bracket: Bracket, end: number): void {
  scan.nodes.length = bracket.node
  scan.marks.length = bracket.mark
  scan.textFrom = bracket.at
  scan.at = end
}

function makeLink(scan: Scan, bracket: Bracket, href: string): void {
  pairDelimiters(scan.marks.splice(bracket.mark))
  // Links do not nest: brackets open around this one stay text.
  scan.brackets.length = 0
  scan.nodes[bracket.node]!.text = ''
  let blank = true
  for (let at = bracket.node; at < scan.nodes.length; at++) {
    const node = scan.nodes[at]!
    if (node.text.includes('\n')) node.text = node.text.replaceAll('\n', ' ')
    node.href = href
    blank &&= node.text.trim() === '' && !node.mark?.left
  }
  if (blank) scan.nodes.push(newNode(getLinkName(href), href))
}

function readAngle(scan: Scan): void {
  const target = parseAutolink(scan.source, scan.at)
  if (target?.href === undefined) scan.at++
  else {
    flush(scan, target.end)
    scan.nodes.push(newNode(getLinkName(target.href), target.href))
    scan.brackets.length = 0
  }
}

function readColon(scan: Scan): void {
  const address = findBareUrl(scan.source, scan.at, {
    from: scan.textFrom,
    bracketed: scan.brackets.length > 0,
    isOpen: (delimiter) => scan.open[delimiter]! > 0,
  })
  if (!address) {
    scan.at++
    return
  }
  scan.at = address.start
  flush(scan, address.end)
  const text = scan.source.slice(address.start, address.end)
  scan.nodes.push(newNode(text, isAllowedHref(text) ? text : undefined))
}

function toSpans(nodes: Node[], outerBits: number, into: StyledSpan[]): void {
  const depth = createEmphasisDepths()
  for (const { text, code, href, mark } of nodes) {
    if (mark) addDepths(depth, mark.closed, -1)
    const bits = outerBits | bitsAt(depth) | (code ? codeBit : 0)
    pushSpan(into, createSpan(mark ? mark.char.repeat(mark.left) : text, bits, href))
    if (mark) addDepths(depth, mark.opened, 1)
  }
}

function addDepths(depth: EmphasisDepths, change: EmphasisDepths, sign: 1 | -1): void {
  depth.bold += sign * change.bold
  depth.italic += sign * change.italic
  depth.strike += sign * change.strike
}

function bitsAt({ bold, italic, strike }: EmphasisDepths): number {
  return (bold > 0 ? styleBits.bold : 0) | (italic > 0 ? styleBits.italic : 0) | (strike > 0 ? styleBits.strike : 0)
}

/**
 * Second stage: finds where text ends and a marker begins. It examines every character once, however the text is
 * chunked: text seen so far is collected in ropes that are read only when a line or a marker is complete.
 */
export type TextPosition = { line: number; column: number }

/** A marker inside a marker; only carousels have them. Offsets are relative to the outer source. */
export type InnerMarker = { from: number; to: number; at: TextPosition; closed: boolean }

export type FoundMarker = { source: string; at: TextPosition; inner: InnerMarker[] }

export type ScanHandler = {
  text(words: string): void
  lineEnd(): void
  marker(found: FoundMarker): void
  unclosed(source: string, at: TextPosition): void
}

type OpenMarker = FoundMarker

const unknownPosition = Number.POSITIVE_INFINITY
const backslash = 92

export class Scanner {
  readonly #handler: ScanHandler
  #input = ''
  #at = 0
  /** Position after the marker's opening brackets, which are collected together with the text that follows them. */
  #seekFrom = 0
  #ended = false

  /** Offsets, in the whole text, of the input's first character and of the current line's first character. */
  #base = 0
  #lineStart = 0
  #line = 1

  /** The marker being collected and, inside a carousel, the inner one. */
  #outer: OpenMarker | undefined
  #nested: OpenMarker | undefined
  /** Whether the text collected before this input ended in an odd number of backslashes. */
  #escapes = false

  // Next positions of interest, cached until passed, so that searching for them never takes a second pass.
  #openAt = -1
  #closeAt = -1
  #lineEndAt = -1

  constructor(handler: ScanHandler) {
    this.#handler = handler
  }

  push(text: string): void {
    const carry = this.#input.slice(this.#at)
    this.#base += this.#at
    this.#input = carry === '' ? text : carry + text
    this.#at = this.#seekFrom = 0
    this.#openAt = this.#closeAt = this.#lineEndAt = -1
    while (this.#outer ? this.#inMarker() : this.#inText()) {
      // each step consumes input
    }
  }

  end(last: string): void {
    this.#ended = true
    this.push(last)
    if (this.#outer) this.#giveUp(this.#outer)
    if (this.#nested) this.#giveUp(this.#nested)
    this.#outer = this.#nested = undefined
  }

  #inText(): boolean {
    const from = this.#at
    const open = this.#nextOpen(from)
    const lineEnd = this.#nextLineEnd(from)
    if (open < lineEnd) return this.#opening(from, open)
    if (lineEnd === unknownPosition) return this.#restOfText(from)
    this.#text(from, lineEnd)
    this.#handler.lineEnd()
    this.#at = lineEnd + 1
    this.#line++
    this.#lineStart = this.#base + this.#at
    return true
  }

  #opening(from: number, open: number): boolean {
    if (open > from && this.#input.charCodeAt(open - 1) === backslash) {
      this.#handler.text(`${this.#input.slice(from, open - 1)}[[`)
      this.#at = open + 2
      return true
    }
    this.#text(from, open)
    this.#at = open
    this.#outer = this.#opened(open)
    return true
  }

  /** A trailing bracket, backslash or both may still become an opening or its escape. */
  #restOfText(from: number): boolean {
    let to = this.#input.length
    if (!this.#ended && to > from && this.#input[to - 1] === '[') to--
    if (!this.#ended && to > from && this.#input[to - 1] === '\\') to--
    this.#text(from, to)
    this.#at = to
    return false
  }

  #text(from: number, to: number): void {
    if (to > from) this.#handler.text(this.#input.slice(from, to))
  }

  #inMarker(): boolean {
    const next = this.#nextBracket(Math.max(this.#at, this.#seekFrom))
    if (next === unknownPosition) return this.#restOfMarker()
    if (next === this.#openAt) {
      this.#gather(next)
      this.#openingInside(next)
    } else {
      this.#gather(next + 2)
      this.#closing()
    }
    return true
  }

  #restOfMarker(): boolean {
    let to = this.#input.length
    const last = this.#input[to - 1]
    if (!this.#ended && to > Math.max(this.#at, this.#seekFrom) && (last === '[' || last === ']')) to--
    this.#gather(to)
    this.#escapes = this.#isEscaped(to)
    return false
  }

  #openingInside(at: number): void {
    const [outer, nested] = [this.#outer, this.#nested]
    const opened = this.#opened(at)
    if (outer && nested && isCard(nested)) {
      join(outer, nested, false)
      this.#nested = opened
      return
    }
    if (outer && nested) this.#giveUp(outer)
    const current = nested ?? outer
    const holds = current !== undefined && isCarousel(current)
    if (current && !holds) this.#giveUp(current)
    this.#outer = holds ? current : opened
    this.#nested = holds ? opened : undefined
  }

  #closing(): void {
    const [outer, nested] = [this.#outer, this.#nested]
    this.#nested = undefined
    if (outer && nested && isCard(nested)) {
      join(outer, nested, true)
      return
    }
    this.#outer = undefined
    if (outer && nested) this.#giveUp(outer)
    const complete = nested ?? outer
    if (complete) this.#handler.marker(complete)
  }

  #giveUp(opened: OpenMarker): void {
    this.#handler.unclosed(opened.source, opened.at)
  }

  #opened(at: number): OpenMarker {
    const column = this.#base + at - this.#lineStart + 1
    this.#escapes = false
    this.#seekFrom = at + 2
    return { source: '', at: { line: this.#line, column }, inner: [] }
  }

  #gather(to: number): void {
    const current = this.#nested ?? this.#outer
    if (!current || to <= this.#at) return
    const piece = this.#input.slice(this.#at, to)
    current.source += piece
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) {
      this.#line++
      this.#lineStart = this.#base + this.#at + at + 1
    }
    this.#at = to
  }

  #nextBracket(from: number): number {
    let at = from
    while (true) {
      const next = Math.min(this.#nextOpen(at), this.#nextClose(at))
      if (next === unknownPosition || !this.#isEscaped(next)) return next
      // `\[[` is literal as a pair, as it is in text; in `\]]]` only the first bracket is.
      if (next === this.#openAt) this.#gather(next + 2)
      at = Math.max(this.#at, next + 1)
    }
  }

  #isEscaped(at: number): boolean {
    let from = at
    while (from > 0 && this.#input.charCodeAt(from - 1) === backslash) from--
    const odd = (at - from) % 2 === 1
    return from === 0 && this.#escapes ? !odd : odd
  }

  #nextOpen(from: number): number {
    if (this.#openAt < from) this.#openAt = computePosition(this.#input.indexOf('[[', from))
    return this.#openAt
  }

  #nextClose(from: number): number {
    if (this.#closeAt < from) this.#closeAt = computePosition(this.#input.indexOf(']]', from))
    return this.#closeAt
  }

  #nextLineEnd(from: number): number {
    if (this.#lineEndAt < from) this.#lineEndAt = computePosition(this.#input.indexOf('\n', from))
    return this.#lineEndAt
  }
}

function computePosition(index: number): number {
  return index < 0 ? unknownPosition : index
}

function join(outer: OpenMarker, nested: OpenMarker, closed: boolean): void {
  const from = outer.source.length
  outer.source += nested.source
  outer.inner.push({ from, to: outer.source.length, at: nested.at, closed })
}

function isCarousel(opened: OpenMarker): boolean {
  return opened.inner.length > 0 || /^\[\[\s*carousel(?![\w.-])/i.test(opened.source)
}

function isCard(opened: OpenMarker): boolean {
  return /^\[\[\s*card(?![\w.-])/i.test(opened.source)
}

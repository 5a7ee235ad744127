import { closesFence, type FenceMark, isBlank, isListMarker, parseFenceStart } from './fence.ts'

type Fence = FenceMark & {
  /** The paragraph text before the line that opened the fence. */
  before: string
  holdsText: boolean
  heldMarker: boolean
}

type ParagraphReader = { paragraph(text: string): void }

/** Third stage: assembles lines into paragraphs and closes the gaps where markers were removed. */
export class ParagraphBuilder {
  readonly #reader: ParagraphReader
  #done = ''
  #line = ''
  #fence: Fence | undefined
  /** A fence that contained nothing but a part: its closing line is dropped along with its opening line. */
  #orphan: FenceMark | undefined

  /** A marker was removed from this line; `#gap` is true until text follows it. */
  #touched = false
  #gap = false
  #endsInSpace = true

  /** The line's text since its last marker, and the length of the backtick run that was open before it. */
  #unread = ''
  #openTicks = 0

  constructor(reader: ParagraphReader) {
    this.#reader = reader
  }

  append(words: string): void {
    const text = this.#gap && this.#endsInSpace ? words.trimStart() : words
    if (text === '') return
    this.#gap = false
    this.#line += text
    this.#unread += text
    this.#endsInSpace = isSpace(text.charCodeAt(text.length - 1))
  }

  endLine(): void {
    const line = this.#gap ? this.#line.trimEnd() : this.#line
    const touched = this.#touched
    this.#startLine()
    this.#take(line, touched)
  }

  /** Closes the gap of a marker that produces no text. */
  closeUp(): void {
    this.#touched = true
    this.#gap = true
  }

  /** Ends the current paragraph because a part follows. */
  split(): void {
    const line = this.#line
    this.#startLine()
    if (!isBlank(line) && !isListMarker(line)) this.#take(line, false)
    if (this.#fence && !this.#fence.holdsText) {
      this.#orphan = this.#fence
      this.#done = this.#fence.before
    }
    this.#flush()
  }

  end(): void {
    if (this.#line !== '' || this.#touched) this.endLine()
    if (this.#fence?.heldMarker && !this.#fence.holdsText) this.#done = this.#fence.before
    this.#flush()
  }

  isInCode(): boolean {
    this.#openTicks = countOpenBackticks(this.#unread, this.#openTicks)
    this.#unread = ''
    return this.#fence !== undefined || this.#openTicks > 0
  }

  #startLine(): void {
    this.#line = this.#unread = ''
    this.#touched = this.#gap = false
    this.#endsInSpace = true
    this.#openTicks = 0
  }

  #take(line: string, touched: boolean): void {
    if (this.#fence) this.#takeInFence(this.#fence, line, touched)
    else if (!isBlank(line)) this.#addPlainLine(line, touched)
    else if (!touched) this.#flush()
  }

  #addPlainLine(line: string, touched: boolean): void {
    if (touched && isListMarker(line)) return
    const orphan = this.#orphan
    this.#orphan = undefined
    if (orphan && closesFence(line, orphan)) return
    const mark = parseFenceStart(line)
    if (mark) this.#fence = { ...mark, before: this.#done, holdsText: mark.hasWords, heldMarker: touched }
    this.#add(line)
  }

  #takeInFence(fence: Fence, line: string, touched: boolean): void {
    if (closesFence(line, fence)) {
      this.#fence = undefined
      if (!fence.heldMarker || fence.holdsText) this.#add(line)
      else this.#done = fence.before
      return
    }
    if (touched) fence.heldMarker = true
    if (touched && (isBlank(line) || isListMarker(line))) return
    if (!isBlank(line)) fence.holdsText = true
    this.#add(line)
  }

  #add(line: string): void {
    this.#done = this.#done === '' ? line : `${this.#done}\n${line}`
  }

  #flush(): void {
    this.#fence = undefined
    if (this.#done === '') return
    const text = this.#done.trim()
    this.#done = ''
    if (text !== '') this.#reader.paragraph(text)
  }
}

/** As in CommonMark, a run of backticks is closed by the next run of the same length. */
function countOpenBackticks(text: string, before: number): number {
  let open = before
  for (let at = text.indexOf('`'); at >= 0; ) {
    let to = at + 1
    while (text.charCodeAt(to) === 96) to++
    if (open === 0) open = to - at
    else if (open === to - at) open = 0
    at = text.indexOf('`', to)
  }
  return open
}

function isSpace(code: number): boolean {
  return code <= 32 || (code > 127 && String.fromCharCode(code).trim() === '')
}

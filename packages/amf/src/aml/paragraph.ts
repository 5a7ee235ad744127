import { closesFence, type FenceMark, isBlank, isListMarker, parseFenceStart } from './fence.ts'

type Fence = FenceMark & {
  /** The paragraph up to the line that opened it. */
  before: string
  holdsText: boolean
  heldMarker: boolean
}

type ParagraphReader = { paragraph(text: string): void }

/** The third stage: lines become paragraphs, and close up where a marker was taken out. */
export class ParagraphBuilder {
  readonly #reader: ParagraphReader
  #done = ''
  #line = ''
  #fence: Fence | undefined
  /** A fence that held nothing but a part: its closing line goes where its opening line went. */
  #orphan: FenceMark | undefined

  /** A marker was taken out of this line; `#gap` while nothing has followed it. */
  #touched = false
  #gap = false
  #endsInSpace = true

  /** Text since the last marker of this line, and the run of backticks that was open before it. */
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

  /** A marker that stands for nothing in the text was here. */
  closeUp(): void {
    this.#touched = true
    this.#gap = true
  }

  /** A part comes here: what was said before it is complete. */
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
    else if (!isBlank(line)) this.#takePlain(line, touched)
    else if (!touched) this.#flush()
  }

  #takePlain(line: string, touched: boolean): void {
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

/** As in CommonMark a run of backticks is closed by the next run of its length. */
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

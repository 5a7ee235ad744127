import type { Compilation } from './compilation.ts'
import { markerKinds } from './markers/index.ts'
import type { Marker, MarkerKind, Piece } from './markers/kind.ts'
import { Normaliser } from './normalise.ts'
import { Paragraphs } from './paragraph.ts'
import { parseMarker, parseName } from './parse-marker.ts'
import { Reading } from './reading.ts'
import { type FoundMarker, type Position, type ScanHandler, Scanner } from './scan.ts'
import { unknownMarker } from './unknown-marker.ts'

const kinds = new Map(markerKinds.map((kind) => [kind.name, kind]))

/** The stages joined: normalise, scan, paragraphs, and the reading of markers. */
export class Assembly implements ScanHandler {
  readonly #compilation: Compilation
  readonly #normaliser = new Normaliser()
  readonly #scanner: Scanner
  readonly #paragraphs: Paragraphs

  constructor(compilation: Compilation) {
    this.#compilation = compilation
    this.#paragraphs = new Paragraphs(this)
    this.#scanner = new Scanner(this)
  }

  push(chunk: string): void {
    this.#scanner.push(this.#normaliser.push(chunk))
  }

  end(): void {
    this.#scanner.end(this.#normaliser.end())
    this.#paragraphs.end()
  }

  text(words: string): void {
    this.#paragraphs.append(words)
  }

  lineEnd(): void {
    this.#paragraphs.endLine()
  }

  paragraph(text: string): void {
    this.#compilation.part({ type: 'text', text })
  }

  unclosed(source: string, at: Position): void {
    new Reading(this.#compilation, at).problem('aml.marker.unclosed', 'This marker is not closed: end it with ]]')
    this.#paragraphs.append(source)
  }

  marker(found: FoundMarker): void {
    const reading = new Reading(this.#compilation, found.at)
    const piece = readMarker(found, reading)
    if (reading.failed) this.#paragraphs.append(found.source)
    else this.#place(piece, reading)
  }

  #place({ parts = [], chips = [] }: Piece, reading: Reading): void {
    if (this.#paragraphs.isInCode()) {
      reading.warning('aml.marker.in_code', 'This marker stands in code and acts all the same; write \\[[ to show it')
    }
    if (chips.length > 0) this.#compilation.chips(chips)
    if (parts.length > 0) this.#paragraphs.split()
    else this.#paragraphs.closeUp()
    for (const part of parts) this.#compilation.part(part)
  }
}

function readMarker(found: FoundMarker, reading: Reading): Piece {
  const { name, end } = parseName(found.source)
  const kind = kinds.get(name.toLowerCase())
  if (!kind) {
    reading.problem('aml.marker.unknown', unknownMarker(name))
    return {}
  }
  const marker = parseMarker(found, kind, end)
  checkFields(marker, kind, reading)
  return kind.read(marker, reading) ?? {}
}

function checkFields(marker: Marker, { name, head }: MarkerKind, reading: Reading): void {
  if (head === 'list' || marker.fields.length <= head.length) return
  const message = `[[${name} takes ${head.join(' | ')} and nothing more; a literal | is written \\|`
  reading.problem('aml.field.unexpected', message)
}

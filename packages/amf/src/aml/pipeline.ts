import type { Compilation } from './compilation.ts'
import { MarkerReader } from './marker-reader.ts'
import { markerKinds } from './markers/index.ts'
import type { Marker, MarkerKind, MarkerOutput } from './markers/kind.ts'
import { AmlNormalizer } from './normalize.ts'
import { ParagraphBuilder } from './paragraph.ts'
import { parseMarker, parseMarkerName } from './parse-marker.ts'
import { type FoundMarker, type ScanHandler, Scanner, type TextPosition } from './scan.ts'
import { describeUnknownMarker } from './unknown-marker.ts'

const kindsByName = new Map(markerKinds.map((kind) => [kind.name, kind]))

/** The stages joined: normalise, scan, paragraphs, and the reading of markers. */
export class AmlPipeline implements ScanHandler {
  readonly #compilation: Compilation
  readonly #normaliser = new AmlNormalizer()
  readonly #scanner: Scanner
  readonly #paragraphs: ParagraphBuilder

  constructor(compilation: Compilation) {
    this.#compilation = compilation
    this.#paragraphs = new ParagraphBuilder(this)
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

  unclosed(source: string, at: TextPosition): void {
    new MarkerReader(this.#compilation, at).problem('aml.marker.unclosed', 'This marker is not closed: end it with ]]')
    this.#paragraphs.append(source)
  }

  marker(found: FoundMarker): void {
    const reader = new MarkerReader(this.#compilation, found.at)
    const piece = readMarker(found, reader)
    if (reader.failed) this.#paragraphs.append(found.source)
    else this.#place(piece, reader)
  }

  #place({ parts = [], chips = [] }: MarkerOutput, reader: MarkerReader): void {
    if (this.#paragraphs.isInCode()) {
      reader.warning('aml.marker.in_code', 'This marker stands in code and acts all the same; write \\[[ to show it')
    }
    if (chips.length > 0) this.#compilation.chips(chips)
    if (parts.length > 0) this.#paragraphs.split()
    else this.#paragraphs.closeUp()
    for (const part of parts) this.#compilation.part(part)
  }
}

function readMarker(found: FoundMarker, reader: MarkerReader): MarkerOutput {
  const { name, end } = parseMarkerName(found.source)
  const kind = kindsByName.get(name.toLowerCase())
  if (!kind) {
    reader.problem('aml.marker.unknown', describeUnknownMarker(name))
    return {}
  }
  const marker = parseMarker(found, kind, end)
  checkFields(marker, kind, reader)
  return kind.read(marker, reader) ?? {}
}

function checkFields(marker: Marker, { name, head }: MarkerKind, reader: MarkerReader): void {
  if (head === 'list' || marker.fields.length <= head.length) return
  const message = `[[${name} takes ${head.join(' | ')} and nothing more; a literal | is written \\|`
  reader.problem('aml.field.unexpected', message)
}

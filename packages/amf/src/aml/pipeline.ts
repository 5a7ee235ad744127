import { editDistance } from '@parley/findings'
import type { Compilation } from './compilation.ts'
import { MarkerReader } from './marker-reader.ts'
import { markerKinds } from './markers/index.ts'
import type { Marker, MarkerKind, MarkerOutput } from './markers/kind.ts'
import { ParagraphBuilder } from './paragraph.ts'
import { parseMarker, parseMarkerName } from './parse-marker.ts'
import { truncateForNote } from './rows.ts'
import { type FoundMarker, type ScanHandler, Scanner, type TextPosition } from './scan.ts'

const names = markerKinds.map((kind) => kind.name)

function describeUnknownMarker(name: string): string {
  const known = `Known markers: ${names.join(', ')}`
  if (name === '') return `This marker has no name. ${known}`
  const closest = findClosestName(name.toLowerCase())
  return `Unknown marker “${truncateForNote(name)}”${closest ? `: did you mean ${closest}? ` : '. '}${known}`
}

const maxDistance = 2

function findClosestName(name: string): string | undefined {
  let closest: string | undefined
  let least = maxDistance + 1
  for (const candidate of names) {
    const distance = editDistance(name, candidate, { most: maxDistance, swaps: false })
    if (distance < least && distance < candidate.length / 2) [closest, least] = [candidate, distance]
  }
  return closest
}

/**
 * First stage: converts any input to well-formed text without NUL and with LF line ends. Columns do not shift and a
 * line break is one character, so positions can be counted after this stage.
 */
class AmlNormalizer {
  #carry = ''

  push(chunk: string): string {
    const text = this.#carry === '' ? chunk : this.#carry + chunk
    const end = findSafeEnd(text)
    this.#carry = end === text.length ? '' : text.slice(end)
    return normalizeChunk(this.#carry === '' ? text : text.slice(0, end))
  }

  end(): string {
    const rest = this.#carry
    this.#carry = ''
    return normalizeChunk(rest)
  }
}

/** A carriage return may be half of a CRLF, and a high surrogate half of a pair: both wait for the next chunk. */
function findSafeEnd(text: string): number {
  const last = text.charCodeAt(text.length - 1)
  return last === 13 || (last >= 0xd800 && last <= 0xdbff) ? text.length - 1 : text.length
}

function normalizeChunk(text: string): string {
  const lines = text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text
  // Replaced as CommonMark does; no store or provider accepts NUL.
  const sound = lines.includes('\0') ? lines.replaceAll('\0', '\ufffd') : lines
  return sound.isWellFormed() ? sound : sound.toWellFormed()
}

const kindsByName = new Map(markerKinds.map((kind) => [kind.name, kind]))

/** Connects the stages: normalize, scan, build paragraphs, read markers. */
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
      reader.warning(
        'aml.marker.in_code',
        'This marker is inside code but takes effect anyway; write \\[[ to show it as text',
      )
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
  const message = `[[${name} takes ${head.join(' | ')} and nothing more; write a literal | as \\|`
  reader.problem('aml.field.unexpected', message)
}

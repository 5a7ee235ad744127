import { fieldPath } from '@parley/findings'
import type { Chip } from '../model/chip.ts'
import type { ContentMessage } from '../model/message.ts'
import type { Part } from '../model/parts.ts'
import { compile } from './compile.ts'
import { printChipsMarker } from './markers/chips.ts'
import { markerKinds } from './markers/index.ts'
import type { MarkerKind } from './markers/kind.ts'
import { unsaidIn } from './unsaid.ts'

export type Printed = {
  aml: string
  /** Paths of the fields that AML cannot say: `parts[0].durationMinutes`, `id`, `delivery`, `chips[2]`. */
  unsaid: string[]
}

/** The way back from a message to AML. What AML cannot say is not claimed but measured: by compiling what was written. */
export function printAml(message: ContentMessage): Printed {
  const { parts, chips = [], id, delivery } = message
  const pieces = parts.map((_, index) => printPart(parts, index))
  const written = pieces.map((piece) => piece.aml).filter((aml) => aml !== '')
  const marker = printChipsMarker(chips)
  const unsaid = [
    ...(id === undefined ? [] : ['id']),
    ...pieces.flatMap((piece) => piece.unsaid),
    ...unsaidChips(chips, marker),
    ...(delivery === undefined ? [] : ['delivery']),
  ]
  return { aml: withChips(written, marker).join('\n\n'), unsaid }
}

/** The chips come last, unless they would stand in a code fence that the text before them leaves open. */
function withChips(written: string[], marker: string | undefined): string[] {
  const last = written.at(-1)
  if (marker === undefined) return written
  return last === undefined || isClosed(last) ? [...written, marker] : [marker, ...written]
}

type Piece = { aml: string; unsaid: string[] }

const printers = new Map(markerKinds.flatMap((kind): [string, MarkerKind][] => (kind.part ? [[kind.part, kind]] : [])))

function printPart(parts: readonly Part[], index: number): Piece {
  const part = parts[index]
  const path = fieldPath(['parts', index])
  if (part === undefined || part.type === 'native') return { aml: '', unsaid: [path] }
  if (part.type === 'text') return printText(part.text, parts[index + 1], `${path}.text`)
  const aml = printers.get(part.type)?.print?.(part) ?? ''
  const { message, problems } = compile(aml)
  const [heard, ...more] = message.parts
  if (problems.length > 0 || more.length > 0) return { aml: '', unsaid: [path] }
  return { aml, unsaid: unsaidIn(part, heard, ['parts', index]) }
}

/** Blank lines cut a text, and a code fence that is left open takes in what comes next. */
function printText(text: string, next: Part | undefined, path: string): Piece {
  const aml = text.replaceAll('[[', '\\[[')
  const neighbour = next === undefined ? '' : next.type === 'text' ? 'x' : '[[media: https://example.com]]'
  const [heard, ...more] = compile(`${aml}\n\n${neighbour}`).message.parts
  const isSaid = heard?.type === 'text' && heard.text === text && more.length === (neighbour === '' ? 0 : 1)
  return { aml, unsaid: isSaid ? [] : [path] }
}

function isClosed(aml: string): boolean {
  const { message } = compile(`${aml}\n\nx`)
  const end = message.parts.at(-1)
  return end?.type === 'text' && end.text === 'x'
}

function unsaidChips(chips: readonly Chip[], marker: string | undefined): string[] {
  const heard = marker === undefined ? undefined : compile(marker)
  return unsaidIn(chips, heard && heard.problems.length === 0 ? (heard.message.chips ?? []) : [], ['chips'])
}

import { formatFieldPath } from '@parley/findings'
import type { Chip } from '../model/chip.ts'
import type { ContentMessage } from '../model/message.ts'
import type { Part } from '../model/parts.ts'
import { compile } from './compile.ts'
import { printChipsMarker } from './markers/chips.ts'
import { markerKinds } from './markers/index.ts'
import type { MarkerKind } from './markers/kind.ts'
import { findUnprintable } from './unprintable.ts'

export type PrintedAml = {
  aml: string
  /** Paths of the fields that AML cannot say: `parts[0].durationMinutes`, `id`, `delivery`, `chips[2]`. */
  unprintable: string[]
}

/** The way back from a message to AML. What AML cannot say is not claimed but measured: by compiling what was written. */
export function printAml(message: ContentMessage): PrintedAml {
  const { parts, chips = [], id, delivery } = message
  const pieces = parts.map((_, index) => printPart(parts, index))
  const written = pieces.map((piece) => piece.aml).filter((aml) => aml !== '')
  const marker = printChipsMarker(chips)
  const unprintable = [
    ...(id === undefined ? [] : ['id']),
    ...pieces.flatMap((piece) => piece.unprintable),
    ...findUnprintableChips(chips, marker),
    ...(delivery === undefined ? [] : ['delivery']),
  ]
  return { aml: appendChipsMarker(written, marker).join('\n\n'), unprintable }
}

/** The chips come last, unless they would stand in a code fence that the text before them leaves open. */
function appendChipsMarker(written: string[], marker: string | undefined): string[] {
  const last = written.at(-1)
  if (marker === undefined) return written
  return last === undefined || isClosed(last) ? [...written, marker] : [marker, ...written]
}

type PrintedPart = { aml: string; unprintable: string[] }

const printers = new Map(markerKinds.flatMap((kind): [string, MarkerKind][] => (kind.part ? [[kind.part, kind]] : [])))

function printPart(parts: readonly Part[], index: number): PrintedPart {
  const part = parts[index]
  const path = formatFieldPath(['parts', index])
  if (part === undefined || part.type === 'native') return { aml: '', unprintable: [path] }
  if (part.type === 'text') return printText(part.text, parts[index + 1], `${path}.text`)
  const aml = printers.get(part.type)?.print?.(part) ?? ''
  const { message, problems } = compile(aml)
  const [heard, ...more] = message.parts
  if (problems.length > 0 || more.length > 0) return { aml: '', unprintable: [path] }
  return { aml, unprintable: findUnprintable(part, heard, ['parts', index]) }
}

/** Blank lines cut a text, and a code fence that is left open takes in what comes next. */
function printText(text: string, next: Part | undefined, path: string): PrintedPart {
  const aml = text.replaceAll('[[', '\\[[')
  const neighbour = next === undefined ? '' : next.type === 'text' ? 'x' : '[[media: https://example.com]]'
  const [heard, ...more] = compile(`${aml}\n\n${neighbour}`).message.parts
  const isSaid = heard?.type === 'text' && heard.text === text && more.length === (neighbour === '' ? 0 : 1)
  return { aml, unprintable: isSaid ? [] : [path] }
}

function isClosed(aml: string): boolean {
  const { message } = compile(`${aml}\n\nx`)
  const end = message.parts.at(-1)
  return end?.type === 'text' && end.text === 'x'
}

function findUnprintableChips(chips: readonly Chip[], marker: string | undefined): string[] {
  const heard = marker === undefined ? undefined : compile(marker)
  return findUnprintable(chips, heard && heard.problems.length === 0 ? (heard.message.chips ?? []) : [], ['chips'])
}

import { formatFieldPath, type PathSegment } from '@parley/findings'
import type { Chip } from '../model/chip.ts'
import type { ContentMessage } from '../model/message.ts'
import type { Part } from '../model/parts.ts'
import { compile } from './compile.ts'
import { printChipsMarker } from './markers/chips.ts'
import { markerKinds } from './markers/index.ts'
import type { MarkerKind } from './markers/kind.ts'

export type PrintedAml = {
  aml: string
  /** Paths of the fields that AML cannot express: `parts[0].durationMinutes`, `id`, `delivery`, `chips[2]`. */
  unprintable: string[]
}

/**
 * Prints a message as AML. The unprintable fields are measured, not assumed: the output is compiled again and compared.
 */
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

/** Appends the chips at the end, unless they would fall inside a code fence that the preceding text leaves open. */
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
  const [reparsed, ...more] = message.parts
  if (problems.length > 0 || more.length > 0) return { aml: '', unprintable: [path] }
  return { aml, unprintable: findUnprintable(part, reparsed, ['parts', index]) }
}

/** Blank lines split a text, and an unclosed code fence would swallow the next part. */
function printText(text: string, next: Part | undefined, path: string): PrintedPart {
  const aml = text.replaceAll('[[', '\\[[')
  const neighbor = next === undefined ? '' : next.type === 'text' ? 'x' : '[[media: https://example.com]]'
  const [reparsed, ...more] = compile(`${aml}\n\n${neighbor}`).message.parts
  const isSaid = reparsed?.type === 'text' && reparsed.text === text && more.length === (neighbor === '' ? 0 : 1)
  return { aml, unprintable: isSaid ? [] : [path] }
}

function isClosed(aml: string): boolean {
  const { message } = compile(`${aml}\n\nx`)
  const end = message.parts.at(-1)
  return end?.type === 'text' && end.text === 'x'
}

function findUnprintableChips(chips: readonly Chip[], marker: string | undefined): string[] {
  const reparsed = marker === undefined ? undefined : compile(marker)
  return findUnprintable(chips, reparsed && reparsed.problems.length === 0 ? (reparsed.message.chips ?? []) : [], [
    'chips',
  ])
}

type Path = readonly PathSegment[]

/** Compares the original with the recompiled value and returns the paths of the fields that were lost. */
function findUnprintable(meant: unknown, reparsed: unknown, path: Path): string[] {
  if (meant === reparsed || (isEmptyValue(meant, path) && isEmptyValue(reparsed, path))) return []
  if (Array.isArray(meant) && Array.isArray(reparsed)) return findUnprintableInList(meant, reparsed, path)
  if (isRecord(meant) && isRecord(reparsed)) {
    const keys = new Set([...Object.keys(meant), ...Object.keys(reparsed)])
    return [...keys].flatMap((key) => findUnprintable(meant[key], reparsed[key], [...path, key]))
  }
  return [formatFieldPath(path)]
}

/**
 * While fewer recompiled entries remain than original ones, an entry that differs from the next recompiled one counts
 * as left out.
 */
function findUnprintableInList(meant: readonly unknown[], reparsed: readonly unknown[], path: Path): string[] {
  const unprintable: string[] = []
  let next = 0
  for (const [index, entry] of meant.entries()) {
    const lost =
      next < reparsed.length
        ? findUnprintable(entry, reparsed[next], [...path, index])
        : [formatFieldPath([...path, index])]
    const leftOut = lost.length > 0 && meant.length - index > reparsed.length - next
    unprintable.push(...(leftOut ? [formatFieldPath([...path, index])] : lost))
    if (!leftOut) next++
  }
  return unprintable
}

/** An empty list equals an absent one, and a chip without a kind is a reply. */
function isEmptyValue(value: unknown, path: Path): boolean {
  if (value === undefined || value === '' || value === false) return true
  if (value === 'reply') return path.at(-1) === 'kind'
  return Array.isArray(value) && value.length === 0
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

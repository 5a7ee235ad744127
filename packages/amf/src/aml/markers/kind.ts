import type { Chip } from '../../model/chip.ts'
import type { PortablePart } from '../../model/parts.ts'
import type { MarkerReader } from '../marker-reader.ts'
import type { InnerMarker, TextPosition } from '../scan.ts'

export type MarkerRow = { at: TextPosition; text: string }

/** A marker taken apart. Fields and rows are trimmed, their escapes still in place. */
export type Marker = {
  source: string
  id: string | undefined
  fields: string[]
  rows: MarkerRow[]
  inner: InnerMarker[]
}

/** What a marker stands for; nothing at all when the content does not know what it names. */
export type MarkerOutput = { parts?: PortablePart[]; chips?: Chip[] }

export type MarkerKind = {
  name: string
  /** Whether `#id` may follow the name. */
  takesId: boolean
  /** `maybe`: without a row that has an `=`, its lines are one. */
  rows: 'always' | 'maybe' | 'never'
  /** What the fields of the head are called, in order; `list` when any number of them may stand there. */
  head: readonly string[] | 'list'
  read(marker: Marker, reader: MarkerReader): MarkerOutput | undefined
  /** The part that this marker writes. */
  part?: PortablePart['type']
  print?(part: PortablePart): string
}

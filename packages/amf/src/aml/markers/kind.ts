import type { Chip } from '../../model/chip.ts'
import type { PortablePart } from '../../model/parts.ts'
import type { MarkerReader } from '../marker-reader.ts'
import type { InnerMarker, TextPosition } from '../scan.ts'

export type MarkerRow = { at: TextPosition; text: string }

/** A parsed marker. Fields and rows are trimmed, with escapes still in place. */
export type Marker = {
  source: string
  id: string | undefined
  fields: string[]
  rows: MarkerRow[]
  inner: InnerMarker[]
}

/** The output of a marker; empty when the content it references is unknown. */
export type MarkerOutput = { parts?: PortablePart[]; chips?: Chip[] }

export type MarkerKind = {
  name: string
  takesId: boolean
  /** `maybe`: if no row contains an `=`, the lines are joined into one. */
  rows: 'always' | 'maybe' | 'never'
  /** Names of the head's fields, in order; `list` when any number is allowed. */
  head: readonly string[] | 'list'
  read(marker: Marker, reader: MarkerReader): MarkerOutput | undefined
  part?: PortablePart['type']
  print?(part: PortablePart): string
}

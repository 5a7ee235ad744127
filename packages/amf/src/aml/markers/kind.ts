import type { Chip } from '../../model/chip.ts'
import type { PortablePart } from '../../model/parts.ts'
import type { Reading } from '../reading.ts'
import type { Inner, Position } from '../scan.ts'

export type Row = { at: Position; text: string }

/** A marker taken apart. Fields and rows are trimmed, their escapes still in place. */
export type Marker = {
  source: string
  id: string | undefined
  fields: string[]
  rows: Row[]
  inner: Inner[]
}

/** What a marker stands for; nothing at all when the content does not know what it names. */
export type Piece = { parts?: PortablePart[]; chips?: Chip[] }

export type MarkerKind = {
  name: string
  /** Whether `#id` may follow the name. */
  takesId: boolean
  /** `maybe`: without a row that has an `=`, its lines are one. */
  rows: 'always' | 'maybe' | 'never'
  /** What the fields of the head are called, in order; `list` when any number of them may stand there. */
  head: readonly string[] | 'list'
  read(marker: Marker, reading: Reading): Piece | undefined
  /** The part that this marker writes. */
  part?: PortablePart['type']
  print?(part: PortablePart): string
}

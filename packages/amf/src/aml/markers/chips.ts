import type { Chip } from '../../model/chip.ts'
import { printChips, readChips } from '../chip-list.ts'
import { printMarker } from '../rows.ts'
import type { MarkerKind } from './kind.ts'

/** `[[chips: A | B = value | Site -> https://... | Call -> tel:+1...]]`: the message's quick replies. */
export const chipsMarker: MarkerKind = {
  name: 'chips',
  takesId: false,
  rows: 'never',
  head: 'list',
  read(marker, reader) {
    const list = readChips(marker.fields, reader, reader.at)
    if (list.length === 0) {
      reader.problem('aml.chips.empty', 'There is no chip in this marker: write [[chips: One | Another]]')
    }
    return { chips: list }
  },
}

/** Returns undefined when AML can express none of the chips. */
export function printChipsMarker(list: readonly Chip[]): string | undefined {
  const printedChips = printChips(list)
  return printedChips === '' ? undefined : printMarker(`chips: ${printedChips}`)
}

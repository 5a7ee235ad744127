import type { AskLocation } from '../../model/parts.ts'
import { readAskHead } from '../marker-values.ts'
import { printHead, printMarker } from '../rows.ts'
import type { MarkerKind } from './kind.ts'

/** `[[ask.location #id | prompt]]`. */
export const askLocationMarker: MarkerKind = {
  name: 'ask.location',
  takesId: true,
  rows: 'never',
  head: ['prompt'],
  read: (marker, reader) => ({
    parts: [{ type: 'ask.location', ...readAskHead(askLocationMarker, marker, reader) }],
  }),
  part: 'ask.location',
  print: ({ intentId, prompt }: AskLocation) => printMarker(printHead('ask.location', intentId, [prompt])),
}

import type { AskLocation } from '../../model/parts.ts'
import { readAsking } from '../intent.ts'
import { printHead, printMarker } from '../rows.ts'
import type { MarkerKind } from './kind.ts'

/** `[[ask.location #id | prompt]]`. */
export const askLocation: MarkerKind = {
  name: 'ask.location',
  takesId: true,
  rows: 'never',
  head: ['prompt'],
  read: (marker, reading) => ({ parts: [{ type: 'ask.location', ...readAsking(askLocation, marker, reading) }] }),
  part: 'ask.location',
  print: ({ intentId, prompt }: AskLocation) => printMarker(printHead('ask.location', intentId, [prompt])),
}

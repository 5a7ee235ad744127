import type { LengthUnit } from '../profiles/profile.ts'
import { graphemeBoundary } from './graphemes.ts'
import { findFittingPrefix, fitsLength, measureLength } from './measure.ts'

const ellipsis = '…'

/** Returns the text if it fits, else as many whole graphemes as fit, including the ellipsis. */
export function truncate(text: string, maxLength: number, unit: LengthUnit = 'characters'): string {
  if (fitsLength(text, maxLength, unit)) return text
  const room = maxLength - measureLength(ellipsis, unit)
  if (room < 0) return text.slice(0, findFittingPrefix(text, maxLength, unit))
  const most = findFittingPrefix(text, room, unit)
  // A single grapheme can exceed the limit: then it is cut between code points.
  const end = graphemeBoundary(text, most) || most
  return text.slice(0, end).trimEnd() + ellipsis
}

import type { Unit } from '../profiles/profile.ts'
import { graphemeBoundary } from './graphemes.ts'
import { fits, fittingPrefix, lengthIn } from './measure.ts'

const ellipsis = '…'

/** The text if it fits, else as many whole graphemes as do, closed by an ellipsis that counts. */
export function cut(text: string, maxLength: number, unit: Unit = 'characters'): string {
  if (fits(text, maxLength, unit)) return text
  const room = maxLength - lengthIn(ellipsis, unit)
  if (room < 0) return text.slice(0, fittingPrefix(text, maxLength, unit))
  const most = fittingPrefix(text, room, unit)
  // A single grapheme can be longer than the room: then it is cut, but between code points.
  const end = graphemeBoundary(text, most) || most
  return text.slice(0, end).trimEnd() + ellipsis
}

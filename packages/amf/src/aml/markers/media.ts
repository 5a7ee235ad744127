import type { MediaPart } from '../../model/parts.ts'
import { escapeField, unescapeField } from '../fields.ts'
import { readImageUrl } from '../marker-values.ts'
import { printMarker } from '../rows.ts'
import type { MarkerKind } from './kind.ts'

/** `[[media: url | alt | caption]]`. */
export const mediaMarker: MarkerKind = {
  name: 'media',
  takesId: false,
  rows: 'never',
  head: ['url', 'alt', 'caption'],
  read(marker, reader) {
    const [address, alt, caption] = marker.fields.map(unescapeField)
    if (!address) reader.problem('aml.field.missing', 'This marker needs an address: [[media: https://...]]')
    const url = readImageUrl(address, reader, reader.at)
    return url ? { parts: [{ type: 'media', url, ...(alt && { alt }), ...(caption && { caption }) }] } : undefined
  },
  part: 'media',
  print({ url, alt = '', caption = '' }: MediaPart) {
    const fields = caption ? [url, alt, caption] : alt ? [url, alt] : [url]
    return printMarker(`media: ${fields.map(escapeField).join(' | ')}`)
  },
}

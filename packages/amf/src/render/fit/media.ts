import { literal } from '../../text/runs.ts'
import type { MediaBubble } from '../bubble.ts'
import type { MediaDraft } from '../draft.ts'
import { lines, link } from '../lower/lines.ts'
import { isAudio, mediaTypeOf } from '../media-type.ts'
import { lose, type Scene } from '../scene.ts'
import { type Piece, shownText, textPiece, withChips } from './piece.ts'

export function fitMedia(draft: MediaDraft, scene: Scene): Piece[] {
  return withChips(mediaPieces(draft, scene), draft.chips, draft.path, scene)
}

function mediaPieces({ url, mediaType = mediaTypeOf(url), alt, caption, path }: MediaDraft, scene: Scene): Piece[] {
  const { types, captionMaxLength } = scene.profile.media
  const text = caption?.trim() ?? ''
  if (!types.includes(mediaType)) {
    lose(scene, 'picture.as_link', path)
    return [textPiece(lines([text, text ? undefined : alt, link(url)]), path)]
  }
  const media: MediaBubble = { kind: 'media', url, mediaType, ...(alt && { alt }), chips: [] }
  if (text === '') return [media]
  const shown = shownText(literal(text), scene)
  if (shown.marked.length <= captionMaxLength && !isAudio(mediaType)) return [{ ...media, caption: shown }]
  return [media, textPiece(literal(text), path)]
}

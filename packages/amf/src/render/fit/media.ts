import { toLiteralRuns } from '../../text/runs.ts'
import type { MediaBubble } from '../bubble.ts'
import type { MediaDraft } from '../draft.ts'
import { joinTextLines, toLinkRuns } from '../lower/lines.ts'
import { guessMediaType, isAudio } from '../media-type.ts'
import { type RenderContext, recordLoss } from '../render-context.ts'
import { attachChips, type FittedPiece, renderText, textPiece } from './piece.ts'

export function fitMedia(draft: MediaDraft, scene: RenderContext): FittedPiece[] {
  return attachChips(mediaPieces(draft, scene), draft.chips, draft.path, scene)
}

function mediaPieces(
  { url, mediaType = guessMediaType(url), alt, caption, path }: MediaDraft,
  scene: RenderContext,
): FittedPiece[] {
  const { types, captionMaxLength } = scene.profile.media
  const text = caption?.trim() ?? ''
  if (!types.includes(mediaType)) {
    recordLoss(scene, 'picture.as_link', path)
    return [textPiece(joinTextLines([text, text ? undefined : alt, toLinkRuns(url)]), path)]
  }
  const media: MediaBubble = { kind: 'media', url, mediaType, ...(alt && { alt }), chips: [] }
  if (text === '') return [media]
  const shown = renderText(toLiteralRuns(text), scene)
  if (shown.marked.length <= captionMaxLength && !isAudio(mediaType)) return [{ ...media, caption: shown }]
  return [media, textPiece(toLiteralRuns(text), path)]
}

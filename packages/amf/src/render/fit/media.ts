import { toLiteralRuns } from '../../text/runs.ts'
import type { MediaBubble } from '../bubble.ts'
import type { MediaDraft } from '../draft.ts'
import { joinTextLines, toLinkRuns } from '../lower/lines.ts'
import { guessMediaType, isAudio } from '../media-type.ts'
import { type RenderContext, recordLoss } from '../render-context.ts'
import { attachChips, type FittedPiece, renderText, textPiece } from './piece.ts'

export function fitMedia(draft: MediaDraft, context: RenderContext): FittedPiece[] {
  return attachChips(mediaPieces(draft, context), draft.chips, draft.path, context)
}

function mediaPieces(
  { url, mediaType = guessMediaType(url), alt, caption, path }: MediaDraft,
  context: RenderContext,
): FittedPiece[] {
  const { types, captionMaxLength } = context.profile.media
  const text = caption?.trim() ?? ''
  if (!types.includes(mediaType)) {
    recordLoss(context, 'picture.as_link', path)
    return [textPiece(joinTextLines([text, text ? undefined : alt, toLinkRuns(url)]), path)]
  }
  const media: MediaBubble = { kind: 'media', url, mediaType, ...(alt && { alt }), chips: [] }
  if (text === '') return [media]
  const shown = renderText(toLiteralRuns(text), context)
  if (shown.marked.length <= captionMaxLength && !isAudio(mediaType)) return [{ ...media, caption: shown }]
  return [media, textPiece(toLiteralRuns(text), path)]
}

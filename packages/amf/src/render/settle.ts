import { printRuns } from '../text/markdown.ts'
import { sliceRuns, type TextRun, toLiteralRuns, toPlainText } from '../text/runs.ts'
import { isGsm, toSmartGsm } from '../text/sms.ts'
import { splitRuns } from '../text/split.ts'
import type { Bubble, TextBubble } from './bubble.ts'
import { type FittedPiece, measurePrinted, renderText, type TextPiece } from './fit/piece.ts'
import { joinParagraphs } from './lower/lines.ts'
import { type RenderContext, recordLoss } from './render-context.ts'

/** Joins consecutive texts, splits long ones, and returns the bubbles to send. */
export function settle(pieces: readonly FittedPiece[], context: RenderContext): Bubble[] {
  return mergeIntroductions(joinTextPieces(pieces), context).flatMap((piece): Bubble[] =>
    piece.kind === 'text' ? textBubbles(piece, context) : [piece],
  )
}

/** Uses the preceding text as a carousel's introduction, where the channel requires one. */
function mergeIntroductions(pieces: FittedPiece[], context: RenderContext): FittedPiece[] {
  const { introductionMaxLength: most } = context.profile.carousel ?? {}
  if (!most) return pieces
  return pieces.flatMap((piece, at): FittedPiece[] => {
    const [before, after] = [pieces[at - 1], pieces[at + 1]]
    if (piece.kind === 'carousel' && before && canIntroduce(before, most, context))
      return [{ ...piece, text: renderText(toSpokenRuns(before, context), context) }]
    return after?.kind === 'carousel' && canIntroduce(piece, most, context) ? [] : [piece]
  })
}

function canIntroduce(piece: FittedPiece, maxLength: number, context: RenderContext): piece is TextPiece {
  return (
    piece.kind === 'text' &&
    piece.chips.length === 0 &&
    measurePrinted(toSpokenRuns(piece, context), context) <= maxLength
  )
}

/** Joins consecutive text pieces, up to the first that has chips. */
function joinTextPieces(pieces: readonly FittedPiece[]): FittedPiece[] {
  const out: FittedPiece[] = []
  let texts: TextPiece[] = []
  const flush = () => {
    const last = texts.at(-1)
    if (last && texts.length === 1) out.push(last)
    else if (last) {
      const runs = joinParagraphs(texts.map((text) => text.runs))
      out.push({ ...last, runs, byNumber: texts.some((text) => text.byNumber) })
    }
    texts = []
  }
  for (const piece of pieces) {
    if (piece.kind !== 'text') {
      flush()
      out.push(piece)
    } else if (texts.push(piece) && piece.chips.length > 0) flush()
  }
  flush()
  return out
}

function textBubbles(piece: TextPiece, context: RenderContext): TextBubble[] {
  const { text, chips: slot } = context.profile
  const { chips } = piece
  if (piece.runs.length === 0 && chips.length === 0) return []
  const texts = splitRuns(toSpokenRuns(piece, context), text)
  const last = texts.at(-1)
  if (chips.length > 0 && slot.textMaxLength && last)
    texts.splice(-1, 1, ...splitOffShortEnd(last, slot.textMaxLength, context))
  if (texts.length > 1) recordLoss(context, 'text.split', piece.path)
  return texts.map((own, at) => ({
    kind: 'text',
    text: renderText(own, context),
    chips: at === texts.length - 1 ? chips : [],
  }))
}

/**
 * Returns the piece's text with its request for a number; on channels without markup, already printed as plain text.
 */
function toSpokenRuns({ runs, byNumber, path }: TextPiece, context: RenderContext): TextRun[] {
  const promptRuns = byNumber ? joinParagraphs([runs, context.phrases.replyWithNumber]) : runs
  if (promptRuns.length === 0) return toLiteralRuns(context.phrases.pleaseChoose)
  if (context.profile.text.markup !== 'plain') return promptRuns
  const text = printRuns(promptRuns, 'plain')
  return toLiteralRuns(context.smartSms && !isGsm(text) ? replaceTypography(promptRuns, text, path, context) : text)
}

/** Where chips allow only a short text, uses the last paragraph, which is usually the question. */
function splitOffShortEnd(runs: TextRun[], maxLength: number, context: RenderContext): TextRun[][] {
  if (measurePrinted(runs, context) <= maxLength) return [runs]
  const whole = toPlainText(runs)
  const gap = whole.lastIndexOf('\n\n')
  const end = gap < 0 ? [] : sliceRuns(runs, gap + 2, whole.length)
  if (end.length > 0 && measurePrinted(end, context) <= maxLength) return [sliceRuns(runs, 0, gap), end]
  return [runs, toLiteralRuns(context.phrases.pleaseChoose)]
}

/** On SMS, replaces typographic characters if that keeps the text in the 7-bit alphabet; never inside a link. */
function replaceTypography(runs: readonly TextRun[], text: string, path: string, context: RenderContext): string {
  const replaced = printRuns(
    runs.map((run) => (run.href ? run : { ...run, text: toSmartGsm(run.text) })),
    'plain',
  )
  if (!isGsm(replaced)) return text
  recordLoss(context, 'characters.replaced', path)
  return replaced
}

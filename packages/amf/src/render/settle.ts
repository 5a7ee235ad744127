import { printRuns } from '../text/markdown.ts'
import { plainText, sliceRuns, type TextRun, toLiteralRuns } from '../text/runs.ts'
import { isGsm, toSmartGsm } from '../text/sms.ts'
import { splitRuns } from '../text/split.ts'
import type { Bubble, TextBubble } from './bubble.ts'
import { type FittedPiece, printedLength, renderText, type TextPiece } from './fit/piece.ts'
import { joinParagraphs } from './lower/lines.ts'
import { type RenderContext, recordLoss } from './render-context.ts'

/** Joins texts that follow each other, splits what is too long, and gives the bubbles as they are sent. */
export function settle(pieces: readonly FittedPiece[], context: RenderContext): Bubble[] {
  return mergeIntroductions(joinTextPieces(pieces), context).flatMap((piece): Bubble[] =>
    piece.kind === 'text' ? textBubbles(piece, context) : [piece],
  )
}

/** Where a text stands above the cards of a carousel, it is the one before it. */
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
    printedLength(toSpokenRuns(piece, context), context) <= maxLength
  )
}

/** Pieces of text up to one that has chips are one text. */
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

/** The words of a piece with what they ask for; where the channel has no markup, printed once for all. */
function toSpokenRuns({ runs, byNumber, path }: TextPiece, context: RenderContext): TextRun[] {
  const asked = byNumber ? joinParagraphs([runs, context.phrases.replyWithNumber]) : runs
  if (asked.length === 0) return toLiteralRuns(context.phrases.pleaseChoose)
  if (context.profile.text.markup !== 'plain') return asked
  const text = printRuns(asked, 'plain')
  return toLiteralRuns(context.smartSms && !isGsm(text) ? replaceTypography(asked, text, path, context) : text)
}

/** Where only a short text can stand over chips, that is the last paragraph, which most often is the question. */
function splitOffShortEnd(runs: TextRun[], maxLength: number, context: RenderContext): TextRun[][] {
  if (printedLength(runs, context) <= maxLength) return [runs]
  const whole = plainText(runs)
  const gap = whole.lastIndexOf('\n\n')
  const end = gap < 0 ? [] : sliceRuns(runs, gap + 2, whole.length)
  if (end.length > 0 && printedLength(end, context) <= maxLength) return [sliceRuns(runs, 0, gap), end]
  return [runs, toLiteralRuns(context.phrases.pleaseChoose)]
}

/** On SMS, typographic characters become plain ones if that keeps the text in the 7-bit alphabet; never in a link. */
function replaceTypography(runs: readonly TextRun[], text: string, path: string, context: RenderContext): string {
  const replaced = printRuns(
    runs.map((run) => (run.href ? run : { ...run, text: toSmartGsm(run.text) })),
    'plain',
  )
  if (!isGsm(replaced)) return text
  recordLoss(context, 'characters.replaced', path)
  return replaced
}

import { printRuns } from '../text/markdown.ts'
import { literal, plainText, type Run, sliceRuns } from '../text/runs.ts'
import { isGsm, smartGsm } from '../text/sms.ts'
import { splitRuns } from '../text/split.ts'
import type { Bubble, TextBubble } from './bubble.ts'
import { type Piece, printedLength, shownText, type TextPiece } from './fit/piece.ts'
import { paragraphs } from './lower/lines.ts'
import { lose, type Scene } from './scene.ts'

/** Joins texts that follow each other, splits what is too long, and gives the bubbles as they are sent. */
export function settle(pieces: readonly Piece[], scene: Scene): Bubble[] {
  return introduced(joined(pieces), scene).flatMap((piece): Bubble[] =>
    piece.kind === 'text' ? textBubbles(piece, scene) : [piece],
  )
}

/** Where a text stands above the cards of a carousel, it is the one before it. */
function introduced(pieces: Piece[], scene: Scene): Piece[] {
  const { introductionMaxLength: most } = scene.profile.carousel ?? {}
  if (!most) return pieces
  return pieces.flatMap((piece, at): Piece[] => {
    const [before, after] = [pieces[at - 1], pieces[at + 1]]
    if (piece.kind === 'carousel' && before && introduces(before, most, scene))
      return [{ ...piece, text: shownText(asSaid(before, scene), scene) }]
    return after?.kind === 'carousel' && introduces(piece, most, scene) ? [] : [piece]
  })
}

function introduces(piece: Piece, maxLength: number, scene: Scene): piece is TextPiece {
  return piece.kind === 'text' && piece.chips.length === 0 && printedLength(asSaid(piece, scene), scene) <= maxLength
}

/** Pieces of text up to one that has chips are one text. */
function joined(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = []
  let texts: TextPiece[] = []
  const flush = () => {
    const last = texts.at(-1)
    if (last && texts.length === 1) out.push(last)
    else if (last) {
      const runs = paragraphs(texts.map((text) => text.runs))
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

function textBubbles(piece: TextPiece, scene: Scene): TextBubble[] {
  const { text, chips: slot } = scene.profile
  const { chips } = piece
  if (piece.runs.length === 0 && chips.length === 0) return []
  const texts = splitRuns(asSaid(piece, scene), text)
  const last = texts.at(-1)
  if (chips.length > 0 && slot.textMaxLength && last)
    texts.splice(-1, 1, ...withShortEnd(last, slot.textMaxLength, scene))
  if (texts.length > 1) lose(scene, 'text.split', piece.path)
  return texts.map((own, at) => ({
    kind: 'text',
    text: shownText(own, scene),
    chips: at === texts.length - 1 ? chips : [],
  }))
}

/** The words of a piece with what they ask for; where the channel has no markup, printed once for all. */
function asSaid({ runs, byNumber, path }: TextPiece, scene: Scene): Run[] {
  const asked = byNumber ? paragraphs([runs, scene.phrases.replyWithNumber]) : runs
  if (asked.length === 0) return literal(scene.phrases.pleaseChoose)
  if (scene.profile.text.markup !== 'plain') return asked
  const text = printRuns(asked, 'plain')
  return literal(scene.smartSms && !isGsm(text) ? plainer(asked, text, path, scene) : text)
}

/** Where only a short text can stand over chips, that is the last paragraph, which most often is the question. */
function withShortEnd(runs: Run[], maxLength: number, scene: Scene): Run[][] {
  if (printedLength(runs, scene) <= maxLength) return [runs]
  const whole = plainText(runs)
  const gap = whole.lastIndexOf('\n\n')
  const end = gap < 0 ? [] : sliceRuns(runs, gap + 2, whole.length)
  if (end.length > 0 && printedLength(end, scene) <= maxLength) return [sliceRuns(runs, 0, gap), end]
  return [runs, literal(scene.phrases.pleaseChoose)]
}

/** On SMS, typographic characters become plain ones if that keeps the text in the 7-bit alphabet; never in a link. */
function plainer(runs: readonly Run[], text: string, path: string, scene: Scene): string {
  const replaced = printRuns(
    runs.map((run) => (run.href ? run : { ...run, text: smartGsm(run.text) })),
    'plain',
  )
  if (!isGsm(replaced)) return text
  lose(scene, 'characters.replaced', path)
  return replaced
}

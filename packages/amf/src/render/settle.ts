import { printRuns } from '../text/markdown.ts'
import { literal, plainText, type Run, sliceRuns } from '../text/runs.ts'
import { smartGsm, smsSize } from '../text/sms.ts'
import { splitRuns } from '../text/split.ts'
import type { Bubble, TextBubble } from './bubble.ts'
import { type Piece, printedLength, shownText, type TextPiece } from './fit/piece.ts'
import { paragraphs } from './lower/lines.ts'
import { lose, type Scene } from './scene.ts'

/** Joins texts that follow each other, splits what is too long, and gives the bubbles as they are sent. */
export function settle(pieces: readonly Piece[], scene: Scene): Bubble[] {
  return joined(pieces).flatMap((piece): Bubble[] => (piece.kind === 'text' ? textBubbles(piece, scene) : [piece]))
}

function joined(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = []
  for (const piece of pieces) {
    const last = out.at(-1)
    if (piece.kind === 'text' && last?.kind === 'text' && last.chips.length === 0)
      out[out.length - 1] = {
        ...piece,
        runs: paragraphs(last.runs, piece.runs),
        byNumber: last.byNumber || piece.byNumber,
      }
    else out.push(piece)
  }
  return out
}

function textBubbles(piece: TextPiece, scene: Scene): TextBubble[] {
  const { text, chips: slot } = scene.profile
  const { chips } = piece
  const asked = piece.byNumber ? paragraphs(piece.runs, scene.phrases.replyWithNumber) : piece.runs
  const runs = asked.length > 0 ? plainer(asked, piece.path, scene) : literal(scene.phrases.pleaseChoose)
  if (piece.runs.length === 0 && chips.length === 0) return []
  const texts = splitRuns(runs, text)
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

/** Where only a short text can stand over chips, that is the last paragraph, which most often is the question. */
function withShortEnd(runs: Run[], maxLength: number, scene: Scene): Run[][] {
  if (printedLength(runs, scene) <= maxLength) return [runs]
  const whole = plainText(runs)
  const gap = whole.lastIndexOf('\n\n')
  const end = gap < 0 ? [] : sliceRuns(runs, gap + 2, whole.length)
  if (end.length > 0 && printedLength(end, scene) <= maxLength) return [sliceRuns(runs, 0, gap), end]
  return [runs, literal(scene.phrases.pleaseChoose)]
}

/** On SMS, typographic characters become plain ones if that keeps the text in the 7-bit alphabet. */
function plainer(runs: Run[], path: string, scene: Scene): Run[] {
  if (!scene.smartSms) return runs
  const text = printRuns(runs, 'plain')
  if (smsSize(text).encoding === 'GSM-7') return runs
  const replaced = runs.map((run) => (run.href ? run : { ...run, text: smartGsm(run.text) }))
  if (smsSize(printRuns(replaced, 'plain')).encoding !== 'GSM-7') return runs
  lose(scene, 'characters.replaced', path)
  return replaced
}

import type { Confirm } from '../../model/parts.ts'
import type { Draft, DraftChip } from '../draft.ts'
import { addAffordance, type RenderContext, recordLoss } from '../render-context.ts'
import { formatLabelled, joinParagraphs, joinTextLines } from './lines.ts'

/**
 * Renders a receipt card with two chips where the channel has both, else text with two chips, else YES and NO as text.
 */
export function lowerConfirm(part: Confirm, path: string, context: RenderContext): Draft[] {
  const { chips } = context.profile
  const summary = (part.summary ?? []).map(({ label, value }) => formatLabelled(label, value))
  const answers = offerConfirm(part, path, context)
  if (chips.max < 2 || !chips.kinds.includes('reply')) {
    recordLoss(context, 'choice.as_sentence', path)
    return [
      {
        kind: 'text',
        runs: joinParagraphs([part.prompt, joinTextLines(summary), toConfirmText(part, context)]),
        chips: [],
        path,
      },
    ]
  }
  if (summary.length > 0 && fitsCard(part.prompt, summary, context)) {
    const card = { title: part.prompt.trim(), description: summary.join('\n'), chips: [], path }
    return [{ kind: 'cards', cards: [card], chips: answers, path }]
  }
  return [{ kind: 'text', runs: joinParagraphs([part.prompt, joinTextLines(summary)]), chips: answers, path }]
}

function offerConfirm(part: Confirm, path: string, context: RenderContext): DraftChip[] {
  const { type: intent, intentId } = part
  const { phrases } = context
  const [yes, no] = labelsOf(part, context)
  const sides = [
    { id: 'yes', label: yes, words: ['yes', phrases.yes, ...phrases.alsoYes] },
    { id: 'no', label: no, words: ['no', phrases.no, ...phrases.alsoNo] },
  ]
  const options = sides.map(({ id, label, words }) => {
    return {
      id,
      label,
      words,
      tap: addAffordance(context, { kind: 'reply', label, answer: { intent, intentId, optionId: id } }),
    }
  })
  context.intents.push({ intent, intentId, options })
  return options.map(({ id, label, tap }) => ({
    label,
    kind: 'reply',
    tap,
    path: `${path}.${id === 'yes' ? 'confirmLabel' : 'denyLabel'}`,
  }))
}

/** Labels that look the same after truncation would leave the person guessing, and some channels reject them. */
function labelsOf(
  { confirmLabel, denyLabel }: Confirm,
  { phrases, profile }: RenderContext,
): [yes: string, no: string] {
  const [yes, no] = [(confirmLabel ?? phrases.yes).trim(), (denyLabel ?? phrases.no).trim()]
  const visiblePart = (label: string) => label.slice(0, profile.chips.labelMaxLength - 1).toLowerCase()
  return visiblePart(yes) === visiblePart(no) ? [`${phrases.yes}: ${yes}`, `${phrases.no}: ${no}`] : [yes, no]
}

function toConfirmText({ confirmLabel, denyLabel }: Confirm, { phrases }: RenderContext): string {
  if (confirmLabel === undefined && denyLabel === undefined) return phrases.yesOrNo
  return phrases.yesOrNoAs((confirmLabel ?? phrases.yes).trim(), (denyLabel ?? phrases.no).trim())
}

function fitsCard(prompt: string, summary: readonly string[], { profile }: RenderContext): boolean {
  const { card, chips } = profile
  if (!card || !chips.under?.includes('card')) return false
  return prompt.length <= card.titleMaxLength && summary.join('\n').length <= card.descriptionMaxLength
}

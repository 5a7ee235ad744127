import { formatFieldPath } from '@parley/findings'
import type { Chip } from '../../model/chip.ts'
import type { DraftChip } from '../draft.ts'
import { addAffordance, type DraftIntent, type RenderContext, takeNextNumber } from '../render-context.ts'

/** All reply chips of a message form one question, wherever they appear in it. */
const chipsIntent = 'chips'

export function draftChips(chips: readonly Chip[] | undefined, path: string, context: RenderContext): DraftChip[] {
  return (chips ?? []).map((chip, at) => draftChip(chip, formatFieldPath([`${path}chips`, at]), context))
}

function draftChip(chip: Chip, path: string, context: RenderContext): DraftChip {
  const { label: written, kind = 'reply', value, ...target } = chip
  const label = written.trim()
  if (kind !== 'reply') return { label, kind, ...target, tap: addAffordance(context, { kind, label, ...target }), path }
  const optionId = value ?? label
  const tap = addAffordance(context, {
    kind,
    label,
    number: takeNextNumber(context),
    answer: { intent: chipsIntent, intentId: chipsIntent, optionId },
  })
  intentOfChips(context).options.push({ id: optionId, label, tap })
  return { label, kind, tap, path }
}

function intentOfChips(context: RenderContext): DraftIntent {
  if (!context.shared.chips) {
    context.shared.chips = { intent: chipsIntent, intentId: chipsIntent, options: [] }
    context.intents.push(context.shared.chips)
  }
  return context.shared.chips
}

import { formatFieldPath } from '@parley/findings'
import type { Chip } from '../../model/chip.ts'
import type { DraftChip } from '../draft.ts'
import { addAffordance, type DraftIntent, nextNumber, type RenderContext } from '../render-context.ts'

/** The reply chips of a message, wherever they stand in it, are one question. */
const chipsIntent = 'chips'

export function draftChips(chips: readonly Chip[] | undefined, path: string, scene: RenderContext): DraftChip[] {
  return (chips ?? []).map((chip, at) => draftChip(chip, formatFieldPath([`${path}chips`, at]), scene))
}

function draftChip(chip: Chip, path: string, scene: RenderContext): DraftChip {
  const { label: written, kind = 'reply', value, ...target } = chip
  const label = written.trim()
  if (kind !== 'reply') return { label, kind, ...target, tap: addAffordance(scene, { kind, label, ...target }), path }
  const optionId = value ?? label
  const tap = addAffordance(scene, {
    kind,
    label,
    number: nextNumber(scene),
    answer: { intent: chipsIntent, intentId: chipsIntent, optionId },
  })
  intentOfChips(scene).options.push({ id: optionId, label, tap })
  return { label, kind, tap, path }
}

function intentOfChips(scene: RenderContext): DraftIntent {
  if (!scene.shared.chips) {
    scene.shared.chips = { intent: chipsIntent, intentId: chipsIntent, options: [] }
    scene.intents.push(scene.shared.chips)
  }
  return scene.shared.chips
}

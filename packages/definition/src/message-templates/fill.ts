import { withValues } from './insert.ts'
import { keptSpans } from './keep.ts'
import { markersIn } from './markers.ts'
import { type MissingSlotPolicy, missingSlotPolicies } from './message-template.ts'
import { type Slot, slotSign, slotsIn } from './slots.ts'
import { masked } from './spans.ts'
import type { Form } from './words.ts'

export type MissingSlot = { path: string; action: 'default' | MissingSlotPolicy }

/** `renderedText` is null when the message must not be sent, and empty when it is left out. */
export type Filled = { renderedText: string | null; missingSlots: MissingSlot[]; blocked: boolean }

type Fillable = { body: string; defaultOnMissingSlot?: MissingSlotPolicy | undefined }
type FilledSlot = Slot & { value: string; action?: MissingSlot['action'] }

/**
 * The text of a template for one person. A value that is absent or only white space is missing. `missingSlots` has one
 * entry for each path and action, in the order of the body. What is to be compiled is filled as `aml`, so that a person
 * reads values as they are; to look at, they stand there to the letter.
 */
export function fillTemplate(
  template: Fillable,
  valueAt: (path: string) => string | undefined,
  form: Form = 'plain',
): Filled {
  const { body, defaultOnMissingSlot = 'omit-sentence' } = template
  const slots = slotsIn(body).map((slot) => filledSlot(slot, valueAt(slot.path), defaultOnMissingSlot))
  const missingSlots = missingOf(slots)
  const blocked = slots.some(({ action }) => action === 'block-send')
  if (blocked) return { renderedText: null, missingSlots, blocked }
  const isOmitted = slots.some(({ action }) => action === 'omit-message')
  return { renderedText: isOmitted ? '' : textOf(body, slots, form), missingSlots, blocked }
}

function filledSlot(slot: Slot, value: string | undefined, policy: MissingSlotPolicy): FilledSlot {
  if (value !== undefined && value.trim() !== '') return { ...slot, value }
  const { fallback } = slot
  if (fallback === undefined) return { ...slot, value: '', action: policy }
  const own = missingSlotPolicies.find((known) => known === fallback.trim())
  return own ? { ...slot, value: '', action: own } : { ...slot, value: fallback, action: 'default' }
}

function missingOf(slots: readonly FilledSlot[]): MissingSlot[] {
  const missing = new Map<string, MissingSlot>()
  for (const { path, action } of slots) {
    const key = `${action} ${path}`
    if (action && !missing.has(key)) missing.set(key, { path, action })
  }
  return [...missing.values()]
}

function textOf(body: string, slots: readonly FilledSlot[], form: Form): string {
  const markers = markersIn(masked(body, slots, slotSign))
  const omitting = slots.filter(({ action }) => action === 'omit-sentence')
  const empty = slots.filter(({ action, value }) => action === 'default' && value.trim() === '')
  const kept = keptSpans({ body, slots, markers, omitting, empty })
  return withValues(body, kept, { slots, markers, form })
}

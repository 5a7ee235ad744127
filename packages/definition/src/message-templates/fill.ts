import type { ValueForm } from './escape-markdown.ts'
import { insertValues } from './insert-values.ts'
import { findKeptSpans } from './kept-spans.ts'
import { findMarkers } from './markers.ts'
import { type MissingSlotPolicy, missingSlotPolicies } from './message-template.ts'
import { findSlots, slotPlaceholder, type TemplateSlot } from './slots.ts'
import { maskSpans } from './spans.ts'

export type MissingSlot = { path: string; action: 'default' | MissingSlotPolicy }

/** `renderedText` is null when the message must not be sent, and empty when it is left out. */
export type FilledTemplate = { renderedText: string | null; missingSlots: MissingSlot[]; blocked: boolean }

type Fillable = { body: string; defaultOnMissingSlot?: MissingSlotPolicy | undefined }
type FilledSlot = TemplateSlot & { value: string; action?: MissingSlot['action'] }

/**
 * The text of a template for one person. A value that is absent or only white space is missing. `missingSlots` has one
 * entry for each path and action, in the order of the body. What is to be compiled is filled as `aml`, so that a person
 * reads values as they are; to look at, they stand there to the letter.
 */
export function fillTemplate(
  template: Fillable,
  valueAt: (path: string) => string | undefined,
  form: ValueForm = 'plain',
): FilledTemplate {
  const { body, defaultOnMissingSlot = 'omit-sentence' } = template
  const slots = findSlots(body).map((slot) => resolveSlot(slot, valueAt(slot.path), defaultOnMissingSlot))
  const missingSlots = listMissingSlots(slots)
  const blocked = slots.some(({ action }) => action === 'block-send')
  if (blocked) return { renderedText: null, missingSlots, blocked }
  const isOmitted = slots.some(({ action }) => action === 'omit-message')
  return { renderedText: isOmitted ? '' : renderBody(body, slots, form), missingSlots, blocked }
}

function resolveSlot(slot: TemplateSlot, value: string | undefined, policy: MissingSlotPolicy): FilledSlot {
  if (value !== undefined && value.trim() !== '') return { ...slot, value }
  const { fallback } = slot
  if (fallback === undefined) return { ...slot, value: '', action: policy }
  const own = missingSlotPolicies.find((known) => known === fallback.trim())
  return own ? { ...slot, value: '', action: own } : { ...slot, value: fallback, action: 'default' }
}

function listMissingSlots(slots: readonly FilledSlot[]): MissingSlot[] {
  const missing = new Map<string, MissingSlot>()
  for (const { path, action } of slots) {
    const key = `${action} ${path}`
    if (action && !missing.has(key)) missing.set(key, { path, action })
  }
  return [...missing.values()]
}

function renderBody(body: string, slots: readonly FilledSlot[], form: ValueForm): string {
  const markers = findMarkers(maskSpans(body, slots, slotPlaceholder))
  const omitting = slots.filter(({ action }) => action === 'omit-sentence')
  const empty = slots.filter(({ action, value }) => action === 'default' && value.trim() === '')
  const kept = findKeptSpans({ body, slots, markers, omitting, empty })
  return insertValues(body, kept, { slots, markers, form })
}

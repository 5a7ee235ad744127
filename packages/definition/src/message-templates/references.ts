import { type AmlReference, listAmlReferences } from '@parley/amf'
import { parseCustomFieldPath } from '../people-fields.ts'
import { maskSpans } from './body-spans.ts'
import { findSlots, slotPlaceholder } from './slots.ts'

export type TemplateReference = { kind: AmlReference['kind'] | 'peopleField'; id: string }

/**
 * Lists what a body references: the agent's content in its markers, then the custom fields in its slots; each once, in
 * order. Skips an id that contains a slot, because it is unknown until the slot is filled.
 */
export function listTemplateReferences(body: string): TemplateReference[] {
  const slots = findSlots(body)
  const named: TemplateReference[] = listAmlReferences(maskSpans(body, slots, slotPlaceholder).replaceAll('\\{', '{'))
    .filter(({ id }) => !id.includes(slotPlaceholder))
    .map(({ kind, id }) => ({ kind, id }))
  for (const { path } of slots) {
    const id = parseCustomFieldPath(path)
    if (id !== undefined) named.push({ kind: 'peopleField', id })
  }
  return [...new Map(named.map((reference) => [`${reference.kind} ${reference.id}`, reference])).values()]
}

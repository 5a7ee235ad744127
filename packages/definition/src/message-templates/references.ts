import { type Reference, referencesIn } from '@parley/amf'
import { customFieldOf } from '../people-fields.ts'
import { slotSign, slotsIn } from './slots.ts'
import { masked } from './spans.ts'

export type TemplateReference = { kind: Reference['kind'] | 'peopleField'; id: string }

/**
 * What a body names: the agent's content in its markers, then the custom fields in its slots; each once, in its order.
 * An id that holds a slot is known only when the slot is filled, and is left out.
 */
export function templateReferences(body: string): TemplateReference[] {
  const slots = slotsIn(body)
  const named: TemplateReference[] = referencesIn(masked(body, slots, slotSign).replaceAll('\\{', '{'))
    .filter(({ id }) => !id.includes(slotSign))
    .map(({ kind, id }) => ({ kind, id }))
  for (const { path } of slots) {
    const id = customFieldOf(path)
    if (id !== undefined) named.push({ kind: 'peopleField', id })
  }
  return [...new Map(named.map((reference) => [`${reference.kind} ${reference.id}`, reference])).values()]
}

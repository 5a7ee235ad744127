import type { PersonaRecipient } from '../deps.ts'
import { fillMaskOf } from './opening.ts'
import type { CheckedPerson } from './queries/snapshot.ts'

const personaFieldPrefix = 'customFields.'

/** Checks the personas of a test, in the order given. Channel and history checks do not apply. */
export function checkPersonas(
  personas: readonly PersonaRecipient[],
  order: readonly string[],
  reads: readonly string[],
): CheckedPerson[] {
  const byId = new Map(personas.map((persona) => [persona.personaId, persona]))
  return order.flatMap((id) => {
    const persona = byId.get(id)
    if (!persona) return []
    const { asid, optedOut, consent, person } = persona
    const reason = consent === 'granted' ? null : 'no-consent'
    const filled = fillMaskOf(reads.map((path) => textAt(person, path)))
    return [{ personId: id, asid, reason, stopped: optedOut, filled }]
  })
}

function textAt(person: PersonaRecipient['person'], path: string): string | null {
  const { customFields = {} } = person
  const isField = path.startsWith(personaFieldPrefix)
  const [from, key] = isField ? [customFields, path.slice(personaFieldPrefix.length)] : [person, path]
  const value = Object.hasOwn(from, key) ? from[key] : undefined
  return typeof value === 'string' ? value : null
}

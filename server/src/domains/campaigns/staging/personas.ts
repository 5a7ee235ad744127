import type { Rehearsed } from '../deps.ts'
import { filledWith } from './opening.ts'
import type { Looked } from './queries/snapshot.ts'

const ofFields = 'customFields.'

/** Those whom a rehearsal is with, in the order in which they were named. No channel carries it, and no history counts. */
export function personasAmong(
  personas: readonly Rehearsed[],
  order: readonly string[],
  reads: readonly string[],
): Looked[] {
  const byId = new Map(personas.map((persona) => [persona.personaId, persona]))
  return order.flatMap((id) => {
    const persona = byId.get(id)
    if (!persona) return []
    const { asid, optedOut, consent, person } = persona
    const reason = consent === 'granted' ? null : 'no-consent'
    const filled = filledWith(reads.map((path) => wordsAt(person, path)))
    return [{ personId: id, asid, reason, stopped: optedOut, filled }]
  })
}

function wordsAt(person: Rehearsed['person'], path: string): string | null {
  const { customFields = {} } = person
  const isField = path.startsWith(ofFields)
  const [from, key] = isField ? [customFields, path.slice(ofFields.length)] : [person, path]
  const value = Object.hasOwn(from, key) ? from[key] : undefined
  return typeof value === 'string' ? value : null
}

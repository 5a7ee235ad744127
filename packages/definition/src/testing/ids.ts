import fc from 'fast-check'

/** Few ids of each kind, so that references often resolve. */
export const idVocabulary = {
  templates: ['greet', 'terms', 'footer'],
  playbooks: ['desk', 'billing', 'sales'],
  goals: ['booked', 'won'],
  integrations: ['orders', 'CRM'],
  fields: ['petName', 'shoeSize'],
  things: ['red kite', 'blue kite'],
  collections: ['summer', 'winter'],
  outreaches: ['spring', 'autumn'],
  locations: ['north', 'south'],
} as const
export type IdKind = keyof typeof idVocabulary

export type Ids = Record<IdKind, readonly string[]>

/**
 * Some ids of each kind; at least one playbook, since every agent has one, and a template if an Outreach needs an
 * opener.
 */
export const anyIds: fc.Arbitrary<Ids> = fc
  .record({
    ...(Object.fromEntries(
      Object.entries(idVocabulary).map(([kind, ids]) => [kind, fc.subarray<string>([...ids])]),
    ) as Record<IdKind, fc.Arbitrary<string[]>>),
    playbooks: fc.subarray<string>([...idVocabulary.playbooks], { minLength: 1 }),
  })
  .map((ids) => (ids.templates.length > 0 ? ids : { ...ids, outreaches: [] }))

export const ownedPlaybookId = (outreachId: string): string => `talk-${outreachId}`

export function anyIdOf(ids: readonly string[]): fc.Arbitrary<string> | undefined {
  return ids.length > 0 ? fc.constantFrom(...ids) : undefined
}

export function anySublistOf(ids: readonly string[]): fc.Arbitrary<string[]> {
  return fc.shuffledSubarray([...ids])
}

export function createTextWithMarkers(ids: Ids, words: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const anyMarker = (markerName: string, ids: readonly string[]) =>
    anyIdOf(ids)?.map((id) => ` [[${markerName}: ${id}]]`)
  const parts = [
    anyMarker('template', ids.templates),
    anyMarker('things', ids.things),
    anyMarker('collection', ids.collections),
    anyIdOf(ids.fields)?.map((key) => ` {person.customFields.${key}|you}`),
  ].filter((part) => part !== undefined)
  if (parts.length === 0) return words
  return fc
    .tuple(words, fc.array(fc.oneof(...parts), { maxLength: 2 }))
    .map(([text, markers]) => text + markers.join(''))
}

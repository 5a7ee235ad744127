import fc from 'fast-check'
import type { AgentDefinition } from '../definition.ts'
import { anySublistOf, createTextWithMarkers, type Ids, ownedPlaybookId } from './ids.ts'
import { anyPartial, anySampleText, keys } from './words.ts'

type Knowledge = Pick<AgentDefinition, 'things' | 'collections' | 'facts' | 'messageTemplates'>

/** The agent's knowledge and verbatim texts. */
export function anyKnowledge(existingIds: Ids, referencedIds: Ids): fc.Arbitrary<Knowledge> {
  return fc.record({
    things: fc.tuple(...existingIds.things.map((id) => thing(id, referencedIds))),
    collections: fc.tuple(...existingIds.collections.map(collection)),
    facts: fc.array(fact(referencedIds), { maxLength: 1 }),
    messageTemplates: fc.tuple(...existingIds.templates.map((id) => template(id, referencedIds))),
  })
}

type Thing = AgentDefinition['things'][number]

function thing(id: string, referencedIds: Ids): fc.Arbitrary<Thing> {
  return anyPartial<Thing, 'id' | 'name' | 'location'>(
    {
      id: fc.constant(id),
      name: anySampleText,
      description: anySampleText,
      imageUrl: fc.constant('https://example.com/kite.png'),
      media: fc.constant('kite'),
      productPageUrl: fc.constant('https://example.com/kite'),
      actions: fc.constant<NonNullable<Thing['actions']>>([
        { label: 'Look', url: 'https://example.com/kite' },
        { label: 'Call', kind: 'dial', phone: '+12025550143' },
        { label: 'Ask', kind: 'reply', value: 'no' },
        { label: 'Map', kind: 'viewLocation' },
      ]),
      location: fc.oneof(
        fc.constant({ address: 'Pier 4, Harbour Road', label: 'Here' }),
        fc
          .tuple(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -1800, max: 1800 }))
          .map(([north, east]) => ({ latitude: north / 10, longitude: east / 10 })),
      ),
      collections: anySublistOf(referencedIds.collections),
      metadata: fc.dictionary(keys, anySampleText, { maxKeys: 3, noNullPrototype: true }),
    },
    ['id', 'name', 'location'],
  )
}

type Collection = AgentDefinition['collections'][number]

function collection(id: string): fc.Arbitrary<Collection> {
  return anyPartial<Collection, 'id' | 'name'>(
    {
      id: fc.constant(id),
      name: anySampleText,
      purpose: anySampleText,
      presentation: fc.constant({ fields: ['name', 'picture'] as ('name' | 'picture')[], actions: ['Look'] }),
    },
    ['id', 'name'],
  )
}

type Fact = AgentDefinition['facts'][number]

function fact(referencedIds: Ids): fc.Arbitrary<Fact> {
  const playbookIds = [...referencedIds.playbooks, ...referencedIds.outreaches.map(ownedPlaybookId)]
  return anyPartial<Fact, 'id' | 'question' | 'answer'>(
    {
      id: fc.constantFrom('hours', 'opening hours?'),
      question: anySampleText,
      alternates: fc.array(anySampleText, { maxLength: 2 }),
      answer: createTextWithMarkers(referencedIds, anySampleText),
      exact: fc.boolean(),
      enabled: fc.boolean(),
      source: fc.constantFrom('operator', 'import', 'suggested'),
      confirmed: fc.boolean(),
      alwaysOn: fc.boolean(),
      scope: fc.record(
        { playbookIds: anySublistOf(playbookIds), locationIds: anySublistOf(referencedIds.locations) },
        { requiredKeys: ['playbookIds'], noNullPrototype: true },
      ),
      updatedAt: fc.constant('2030-01-01T00:00:00.000Z'),
    },
    ['id', 'question', 'answer'],
  )
}

type Template = AgentDefinition['messageTemplates'][number]

function template(id: string, referencedIds: Ids): fc.Arbitrary<Template> {
  return anyPartial<Template, 'id' | 'name' | 'body'>(
    {
      id: fc.constant(id),
      name: anySampleText,
      description: anySampleText,
      body: createTextWithMarkers(referencedIds, anySampleText),
      defaultOnMissingSlot: fc.constantFrom('omit-sentence', 'omit-message', 'block-send'),
    },
    ['id', 'name', 'body'],
  )
}

import fc from 'fast-check'
import type { AgentDefinition } from '../definition.ts'
import { createTextWithMarkers, type Ids, ownedBy, sublistOf } from './ids.ts'
import { keys, partly, words } from './words.ts'

type Knowledge = Pick<AgentDefinition, 'things' | 'collections' | 'facts' | 'messageTemplates'>

/** The agent's knowledge and verbatim texts. */
export function knowledge(has: Ids, names: Ids): fc.Arbitrary<Knowledge> {
  return fc.record({
    things: fc.tuple(...has.things.map((id) => thing(id, names))),
    collections: fc.tuple(...has.collections.map(collection)),
    facts: fc.array(fact(names), { maxLength: 1 }),
    messageTemplates: fc.tuple(...has.templates.map((id) => template(id, names))),
  })
}

type Thing = AgentDefinition['things'][number]

function thing(id: string, names: Ids): fc.Arbitrary<Thing> {
  return partly<Thing, 'id' | 'name' | 'location'>(
    {
      id: fc.constant(id),
      name: words,
      description: words,
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
      collections: sublistOf(names.collections),
      metadata: fc.dictionary(keys, words, { maxKeys: 3, noNullPrototype: true }),
    },
    ['id', 'name', 'location'],
  )
}

type Collection = AgentDefinition['collections'][number]

function collection(id: string): fc.Arbitrary<Collection> {
  return partly<Collection, 'id' | 'name'>(
    {
      id: fc.constant(id),
      name: words,
      purpose: words,
      presentation: fc.constant({ fields: ['name', 'picture'] as ('name' | 'picture')[], actions: ['Look'] }),
    },
    ['id', 'name'],
  )
}

type Fact = AgentDefinition['facts'][number]

function fact(names: Ids): fc.Arbitrary<Fact> {
  const playbookIds = [...names.playbooks, ...names.outreaches.map(ownedBy)]
  return partly<Fact, 'id' | 'question' | 'answer'>(
    {
      id: fc.constantFrom('hours', 'opening hours?'),
      question: words,
      alternates: fc.array(words, { maxLength: 2 }),
      answer: createTextWithMarkers(names, words),
      exact: fc.boolean(),
      enabled: fc.boolean(),
      source: fc.constantFrom('operator', 'import', 'suggested'),
      confirmed: fc.boolean(),
      alwaysOn: fc.boolean(),
      scope: sublistOf(playbookIds).map((ids) => ({ playbookIds: ids })),
      updatedAt: fc.constant('2030-01-01T00:00:00.000Z'),
    },
    ['id', 'question', 'answer'],
  )
}

type Template = AgentDefinition['messageTemplates'][number]

function template(id: string, names: Ids): fc.Arbitrary<Template> {
  return partly<Template, 'id' | 'name' | 'body'>(
    {
      id: fc.constant(id),
      name: words,
      description: words,
      body: createTextWithMarkers(names, words),
      defaultOnMissingSlot: fc.constantFrom('omit-sentence', 'omit-message', 'block-send'),
    },
    ['id', 'name', 'body'],
  )
}

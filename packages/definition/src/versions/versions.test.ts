import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '@parley/test-kit'
import { type AgentDefinition, sectionNames, sectionPaths } from '../definition.ts'
import { isSameValue } from '../same-value.ts'
import { looseDefinitions } from '../testing/definitions.ts'
import { shop } from '../testing/shop.ts'
import { applyChanges, applySectionHistory, diffDefinitions, summarizeChanges } from './diff.ts'
import { mergeDefinitions } from './merge.ts'

const fact = (id: string, answer = `Answer of ${id}.`) => ({ id, question: `What about ${id}?`, answer })
const withFacts = (...facts: AgentDefinition['facts']): AgentDefinition => ({ ...shop, facts })

describe('diffs', () => {
  test('match items by id and list what was added, removed and changed', () => {
    const before = withFacts(fact('keep'), fact('goes'), fact('turns', 'Old.'))
    const after = withFacts(fact('keep'), fact('turns', 'New.'), fact('comes'))
    const at = (id: string) => `capabilities.knowledge.facts[${id}]`
    assert.deepEqual(diffDefinitions(before, after), [
      { section: 'facts', path: at('goes'), kind: 'removed', before: fact('goes') },
      {
        section: 'facts',
        path: at('turns'),
        kind: 'changed',
        before: fact('turns', 'Old.'),
        after: fact('turns', 'New.'),
      },
      { section: 'facts', path: at('comes'), kind: 'added', after: fact('comes') },
    ])
  })

  test('report another order once, at the path of the list', () => {
    const changes = diffDefinitions(withFacts(fact('a'), fact('b')), withFacts(fact('b'), fact('a')))
    assert.deepEqual(changes, [
      {
        section: 'facts',
        path: 'capabilities.knowledge.facts',
        kind: 'changed',
        before: ['a', 'b'],
        after: ['b', 'a'],
      },
    ])
    assert.equal(summarizeChanges(changes), 'facts: reordered')
  })

  test('compare objects field by field', () => {
    const after = { ...shop, identity: { ...shop.identity, websiteUrl: 'https://example.com' } }
    assert.deepEqual(diffDefinitions(shop, after), [
      { section: 'identity', path: 'identity.websiteUrl', kind: 'added', after: 'https://example.com' },
    ])
  })

  test('ignore when a Fact was written', () => {
    const stamped = { ...fact('a'), updatedAt: '2030-01-31T09:00:00.000Z' }
    assert.deepEqual(diffDefinitions(withFacts(fact('a')), withFacts(stamped)), [])
  })

  test('applied one after another, give the last definition, section by section', () => {
    fc.assert(
      fc.property(looseDefinitions, looseDefinitions, looseDefinitions, (first, second, third) => {
        const steps = [diffDefinitions(first, second), diffDefinitions(second, third)]
        for (const section of sectionNames) {
          const history = steps.map((changes) => changes.filter((change) => change.section === section))
          const last = { ...third, [section]: applySectionHistory(section, first[section], history) }
          assert.deepEqual(diffDefinitions(third, last), [], section)
        }
      }),
    )
  })

  test('applied to the first definition, give the second', () => {
    fc.assert(
      fc.property(looseDefinitions, looseDefinitions, (before, after) => {
        assert.ok(isSameValue(applyChanges(before, diffDefinitions(before, after)), after))
      }),
    )
  })

  test('of equal definitions are empty', () => {
    fc.assert(
      fc.property(looseDefinitions, (definition) => {
        assert.deepEqual(diffDefinitions(definition, structuredClone(definition)), [])
      }),
    )
  })
})

describe('merges', () => {
  const isItem = ({ path }: { path: string }) => path.includes('[')

  test('keep what both sides changed', () => {
    const base = withFacts(fact('one'))
    const live = withFacts(fact('one'), fact('theirs'))
    const draft = {
      ...withFacts(fact('one'), fact('mine')),
      personality: { text: 'Warm.' } as AgentDefinition['personality'],
    }
    const { definition, conflicts } = mergeDefinitions({ base, live, draft })
    assert.deepEqual(conflicts, [])
    assert.deepEqual(
      definition.facts.map(({ id }) => id),
      ['one', 'theirs', 'mine'],
    )
    assert.deepEqual(definition.personality, { text: 'Warm.' })
  })

  test('report an item that both changed differently, and take the chosen side', () => {
    const [base, live, draft] = [
      withFacts(fact('a', 'Base')),
      withFacts(fact('a', 'Live')),
      withFacts(fact('a', 'Draft')),
    ]
    const path = 'capabilities.knowledge.facts[a]'
    assert.deepEqual(mergeDefinitions({ base, live, draft }).conflicts, [
      { section: 'facts', path, base: fact('a', 'Base'), live: fact('a', 'Live'), draft: fact('a', 'Draft') },
    ])
    for (const [take, side] of [
      ['live', live],
      ['draft', draft],
    ] as const) {
      const { definition, conflicts } = mergeDefinitions({ base, live, draft }, [{ path, take }])
      assert.deepEqual([definition.facts, conflicts], [side.facts, []])
    }
  })

  test('report an item that one side removed and the other changed', () => {
    const input = { base: withFacts(fact('a')), live: withFacts(), draft: withFacts(fact('a', 'Draft')) }
    const [conflict] = mergeDefinitions(input).conflicts
    assert.deepEqual([conflict && 'live' in conflict, conflict?.draft], [false, fact('a', 'Draft')])
    assert.deepEqual(
      mergeDefinitions(input, [{ path: conflict?.path ?? '', take: 'draft' }]).definition.facts.length,
      1,
    )
  })

  test('of disjoint changes are the same in both directions', () => {
    fc.assert(
      fc.property(looseDefinitions, fc.array(fc.boolean()), (target, sides) => {
        const changes = diffDefinitions(shop, target).filter(isItem)
        const pick = (side: boolean) => changes.filter((_, index) => (sides[index % sides.length] ?? true) === side)
        const [live, draft] = [applyChanges(shop, pick(true)), applyChanges(shop, pick(false))]
        const there = mergeDefinitions({ base: shop, live, draft })
        const back = mergeDefinitions({ base: shop, live: draft, draft: live })
        assert.deepEqual([there.conflicts, back.conflicts], [[], []])
        assert.deepEqual(
          diffDefinitions(there.definition, back.definition).filter(({ path }) => !listPaths.has(path)),
          [],
        )
      }),
    )
  })

  test('conflict exactly where both sides changed the same unit differently', () => {
    fc.assert(
      fc.property(looseDefinitions, looseDefinitions, looseDefinitions, (base, live, draft) => {
        const changesTo = (side: AgentDefinition) =>
          new Map(
            diffDefinitions(base, side)
              .filter(({ path }) => !listPaths.has(path))
              .map((one) => [one.path, one]),
          )
        const [theirs, ours] = [changesTo(live), changesTo(draft)]
        const expected = [...theirs].flatMap(([path, one]) => {
          const other = ours.get(path)
          return other && !isSameValue(one.after, other.after) ? [path] : []
        })
        const found = mergeDefinitions({ base, live, draft }).conflicts.map(({ path }) => path)
        assert.deepEqual(found.sort(), expected.sort())
      }),
    )
  })

  test('with one side unchanged give the other side', () => {
    fc.assert(
      fc.property(looseDefinitions, looseDefinitions, (base, other) => {
        assert.ok(isSameValue(mergeDefinitions({ base, live: base, draft: other }).definition, other))
        assert.ok(isSameValue(mergeDefinitions({ base, live: other, draft: base }).definition, other))
      }),
    )
  })
})

const lists = ['objectives', 'playbooks', 'rules', 'messageTemplates', 'toolBindings', 'things', 'collections'] as const
const otherLists = ['facts', 'peopleFields', 'integrations', 'outreaches', 'automatedOutreach', 'locations'] as const
const listPaths = new Set([
  ...[...lists, ...otherLists].map((name) => sectionPaths[name].join('.')),
  'goals.goals',
  'capabilities.scheduling.representatives',
])

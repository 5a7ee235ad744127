import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGuides, type GuideEntry } from './search-actions.tsx'

const guides: GuideEntry[] = [
  {
    page: '/docs/flows',
    title: 'Flows',
    sections: [
      { id: 'steps', title: 'Steps' },
      { id: 'verification', title: 'Verification' },
    ],
  },
  { page: '/docs/tests', title: 'Tests', sections: [{ id: 'flows-in-tests', title: 'Flows in tests' }] },
]
const cases: [query: string, found: string[]][] = [
  ['flows', ['/docs/flows', '/docs/tests#flows-in-tests']],
  ['FLOWS steps', ['/docs/flows#steps']],
  ['verif', ['/docs/flows#verification']],
  ['tests flows', ['/docs/tests#flows-in-tests']],
  ['boats', []],
  ['  ', []],
]

for (const [query, found] of cases) {
  test(`a search for “${query}” finds ${found.join(' and ') || 'no guide'}`, () => {
    assert.deepEqual(
      findGuides(guides, query).map(({ href }) => href),
      found,
    )
  })
}

test('a search shows few results, however many guides match', () => {
  const many = Array.from({ length: 50 }, (_, at) => ({ page: `/docs/${at}`, title: `Guide ${at}`, sections: [] }))
  assert.equal(findGuides(many, 'guide').length, 6)
})

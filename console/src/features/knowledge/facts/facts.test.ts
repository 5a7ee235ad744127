import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterFacts, toFact, toFactForm } from './fact-form.ts'
import { findSharedWords, getConfidenceLabel } from './KnowledgeSearchBox.tsx'

const fact = {
  ...{ id: 'hours', question: 'When are you open?', answer: 'Nine to five.', alternates: ['Hours'], source: 'import' },
  ...{ exact: true, enabled: false, confirmed: false, alwaysOn: true, scope: { playbookIds: ['sales'] } },
} as const

test('a Fact is unchanged after reading it into the form and sending it, and defaults are omitted', () => {
  const mutable = structuredClone(fact) as never
  assert.deepEqual(toFact(toFactForm(mutable), mutable), fact)
  const bare = { id: 'a', question: 'A?', answer: 'B' }
  assert.deepEqual(toFact(toFactForm(bare)), bare)
})

test('Facts can be searched by text and by state', () => {
  const facts = [structuredClone(fact) as never, { id: 'a', question: 'A?', answer: 'B' }]
  assert.equal(filterFacts(facts, 'open hours', 'all').length, 1)
  assert.equal(filterFacts(facts, '', 'waiting').length, 1)
  assert.equal(filterFacts(facts, 'b', 'off').length, 0)
})

test('a hit shows which words it shares with the question', () => {
  const hit = { title: 'When are you open?', text: 'We rent boats from nine.' }
  assert.deepEqual(findSharedWords('Can I rent a Böat to sail?', hit), ['rent', 'boat'])
  assert.deepEqual(findSharedWords('opening', hit), ['opening'])
  assert.deepEqual([0.9, 0.5, 0.1].map(getConfidenceLabel), ['certain', 'likely', 'unlikely'])
})

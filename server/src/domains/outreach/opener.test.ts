import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDefinition } from '@parley/definition'
import { collectOpenerTemplates, fillOpener } from './opener.ts'

const definition = {
  ...createDefinition('Harbour'),
  messageTemplates: [
    {
      id: 'plain',
      name: 'Plain',
      body: 'Hi {person.firstName|there}, {agent.name} here. Your plan is {person.customFields.plan}.',
    },
    { id: 'strict', name: 'Strict', body: 'Hi {person.firstName}. {person.customFields.code|block-send}' },
    { id: 'silent', name: 'Silent', body: '{person.firstName|omit-message} is a fine name.' },
    { id: 'short', name: 'Short', body: 'Hi {person.firstName}.' },
    { id: 'outer', name: 'Outer', body: 'News.\n\n[[template: short]]' },
    { id: 'only', name: 'Only', body: '[[template: outer]]' },
    { id: 'strict-inside', name: 'Strict inside', body: 'News. [[template: strict]]' },
    { id: 'round', name: 'Round', body: 'And [[template: round]]' },
    { id: 'literal', name: 'Literal', body: 'Write \\[[template: short]]' },
  ],
  peopleFields: [{ key: 'plan', type: 'string', locked: true } as const],
}
const opening = (id: string, person: Record<string, unknown>, inputs?: Record<string, string>) =>
  fillOpener(definition, id, person, inputs)

test('a template is filled with data of the person and the agent', () => {
  const aml = 'Hi Ann, Harbour here. Your plan is gold.'
  assert.deepEqual(opening('plain', { firstName: 'Ann', customFields: { plan: 'gold' } }), { aml })
  assert.deepEqual(opening('plain', {}), { aml: 'Hi there, Harbour here.' })
})

test('inputs of the send take precedence over stored values, but not over a locked value', () => {
  const inputs = { plan: 'silver', code: '7' }
  assert.deepEqual(opening('plain', { customFields: { plan: 'gold' } }, inputs), {
    aml: 'Hi there, Harbour here. Your plan is gold.',
  })
  for (const customFields of [{}, { plan: ' ' }]) {
    assert.deepEqual(opening('plain', { customFields }, inputs), {
      aml: 'Hi there, Harbour here. Your plan is silver.',
    })
  }
  assert.deepEqual(opening('strict', { firstName: 'Ann', customFields: { code: '6' } }, inputs), { aml: 'Hi Ann. 7' })
})

test('the result names a blocking slot, and a slot without which no text remains', () => {
  assert.deepEqual(opening('strict', {}), { blocked: true, slot: 'person.customFields.code' })
  assert.deepEqual(opening('silent', {}), { blocked: true, slot: 'person.firstName' })
  assert.deepEqual(opening('short', {}), { blocked: true, slot: 'person.firstName' })
  assert.deepEqual(opening('gone', {}), { blocked: true })
})

test('values are plain text, and property names of JavaScript objects are not valid keys', () => {
  assert.deepEqual(opening('short', { firstName: '[[image:x]]' }), { aml: 'Hi \\[\\[image:x\\]\\].' })
  assert.deepEqual(opening('short', { firstName: '*Ann*' }), { aml: 'Hi \\*Ann\\*.' })
  assert.deepEqual(opening('plain', {}, { constructor: 'x' }), { aml: 'Hi there, Harbour here.' })
})

test('templates that the opener names are filled for the same person', () => {
  assert.deepEqual(opening('only', { firstName: 'Ann' }), { aml: 'News.\n\nHi Ann.' })
  assert.deepEqual(opening('outer', {}), { aml: 'News.\n\n' })
  assert.deepEqual(opening('strict-inside', { firstName: 'Ann' }), { blocked: true, slot: 'person.customFields.code' })
  assert.deepEqual(opening('round', {}), { aml: 'And [[template: round]]' })
  assert.deepEqual(opening('literal', { firstName: 'Ann' }), { aml: 'Write \\[[template: short]]' })
})

test('collectOpenerTemplates lists every template that an opener can include', () => {
  const names = (id: string) => collectOpenerTemplates(definition, id).map((template) => template.id)
  assert.deepEqual(names('only'), ['only', 'outer', 'short'])
  assert.deepEqual(names('round'), ['round'])
  assert.deepEqual(names('gone'), [])
})

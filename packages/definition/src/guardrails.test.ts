import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GuardrailsBody, GuardrailsPatch, mergeGuardrails, patchGuardrails, replaceGuardrails } from './guardrails.ts'
import { read } from './things/testing/read.ts'

const stored = {
  topicsToAvoid: ['Politics', 'Religion'],
  requiredDisclaimers: ['Ads.'],
  derivedFromTemplates: ['@svc/a'],
}

test('a PUT replaces the lists and keeps their origin', () => {
  assert.deepEqual(replaceGuardrails(stored, { claimsNotToMake: ['Best'] }), {
    claimsNotToMake: ['Best'],
    derivedFromTemplates: ['@svc/a'],
  })
  assert.deepEqual(replaceGuardrails({}, {}), {})
})

const patches: [title: string, patch: GuardrailsPatch, topics: string[]][] = [
  ['adds at the end', { topicsToAvoid: { add: ['Health'] } }, ['Politics', 'Religion', 'Health']],
  ['adds what is there only once', { topicsToAvoid: { add: ['Religion', 'Health', 'Health'] } }, ['Politics', 'Religion', 'Health']],
  ['takes away', { topicsToAvoid: { remove: ['Politics', 'never there'] } }, ['Religion']],
  ['takes away first, so that what it adds stays', { topicsToAvoid: { add: ['Politics'], remove: ['Politics'] } }, ['Religion', 'Politics']],
  ['belongs to another list leaves this one', { claimsNotToMake: { add: ['Best'] } }, ['Politics', 'Religion']],
  ['of nothing leaves it', {}, ['Politics', 'Religion']],
] // biome-ignore format: one line per case
for (const [title, patch, topics] of patches) {
  test(`a PATCH ${title}`, () => {
    const after = patchGuardrails(stored, patch)
    assert.deepEqual(after.topicsToAvoid, topics)
    assert.deepEqual(after.requiredDisclaimers, ['Ads.'])
    assert.deepEqual(after.derivedFromTemplates, ['@svc/a'])
  })
}

test('an import merges each list in order without duplicates and records the template once', () => {
  const template = { id: '@svc/b', topicsToAvoid: ['Health', 'Politics'], claimsNotToMake: ['Best', 'Best'] }
  const once = mergeGuardrails(stored, template)
  assert.deepEqual(once, {
    topicsToAvoid: ['Politics', 'Religion', 'Health'],
    claimsNotToMake: ['Best'],
    requiredDisclaimers: ['Ads.'],
    derivedFromTemplates: ['@svc/a', '@svc/b'],
  })
  assert.deepEqual(mergeGuardrails(once, template), once)
  assert.deepEqual(mergeGuardrails({}, { id: '@svc/c' }), { derivedFromTemplates: ['@svc/c'] })
})

for (const [verb, schema] of [
  ['PUT', GuardrailsBody],
  ['PATCH', GuardrailsPatch],
] as const) {
  test(`additionalRules is retired on ${verb}, and derivedFromTemplates is read-only for the client`, () => {
    for (const additionalRules of ['Be nice.', '', null, []]) {
      assert.deepEqual(read(schema, { additionalRules }).errors, [
        'additionalRules is no longer supported: use a rule, or a standing instruction',
      ])
    }
    assert.deepEqual(read(schema, { derivedFromTemplates: ['@svc/forged'] }).value, {})
  })
}

const refused: [schema: typeof GuardrailsBody | typeof GuardrailsPatch, body: unknown, error: string][] = [
  [GuardrailsBody, { topicsToAvoid: 'Politics' }, 'topicsToAvoid must be a list'],
  [GuardrailsBody, { topicsToAvoid: [''] }, 'topicsToAvoid[0] must not be empty'],
  [GuardrailsBody, { topicsToAvoid: { add: ['x'] } }, 'topicsToAvoid must be a list'],
  [GuardrailsBody, { topicToAvoid: [] }, 'topicToAvoid is not a known field; did you mean `topicsToAvoid`?'],
  [GuardrailsPatch, { topicsToAvoid: ['x'] }, 'topicsToAvoid must be an object'],
  [GuardrailsPatch, { topicsToAvoid: { append: ['x'] } }, 'topicsToAvoid.append is not a known field'],
  [GuardrailsPatch, { topicsToAvoid: { add: [3] } }, 'topicsToAvoid.add[0] must be a string'],
]
for (const [schema, body, error] of refused) {
  test(`guardrails of ${JSON.stringify(body)} are refused`, () => {
    assert.deepEqual(read(schema, body).errors, [error])
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTemplatePayload } from './whatsapp-template.ts'

test('a template names its language and fills its variables in order', () => {
  const payload = createTemplatePayload({
    name: 'spring_visit',
    language: 'en_US',
    variables: ['Ada', 'a\nb    c', ' '],
  })
  const parameters = ['Ada', 'a b c', '-'].map((text) => ({ type: 'text', text }))
  assert.deepEqual(payload, {
    type: 'template',
    template: {
      name: 'spring_visit',
      language: { policy: 'deterministic', code: 'en_US' },
      components: [{ type: 'body', parameters }],
    },
  })
})

test('a template without variables has no components', () => {
  const { template } = createTemplatePayload({ name: 'hi', language: 'en', variables: [] }) as { template: object }
  assert.ok(!('components' in template))
})

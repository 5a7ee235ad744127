import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toolConfigFieldsOf, toToolConfigBody, toToolConfigForm } from './ToolDrawer.tsx'

const configSchema = {
  type: 'object',
  required: ['token'],
  properties: {
    token: { type: 'string', title: 'Access token', writeOnly: true },
    owner: { type: 'string', description: 'Who gets new contacts.' },
    page: { type: 'string', format: 'uri' },
    times: { type: 'integer' },
    loud: { type: 'boolean' },
    zone: { enum: ['eu', 'us'] },
  },
}

test('the form of a tool is generated from its schema', () => {
  const fields = toolConfigFieldsOf({ configSchema })
  assert.deepEqual(
    fields.map(({ key, label, kind, required, secret }) => [key, label, kind, required, secret]),
    [
      ['token', 'Access token', 'text', true, true],
      ['owner', 'owner', 'text', false, false],
      ['page', 'page', 'url', false, false],
      ['times', 'times', 'number', false, false],
      ['loud', 'loud', 'boolean', false, false],
      ['zone', 'zone', 'choice', false, false],
    ],
  )
  assert.deepEqual(toolConfigFieldsOf({}), [])
})

test('empty fields are not sent, so that a stored secret stays', () => {
  const fields = toolConfigFieldsOf({ configSchema })
  const form = toToolConfigForm(fields, { owner: 'o-1', times: 3 })
  assert.deepEqual(form, { token: '', owner: 'o-1', page: '', times: 3, loud: false, zone: '' })
  assert.deepEqual(toToolConfigBody(fields, form), { owner: 'o-1', times: 3, loud: false })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Persona } from '../persona-turns.ts'
import { toPersonaBody, toPersonaField, toPersonaForm } from './persona-form.ts'

const at = '2030-01-31T09:00:00.000Z'
const persona: Persona = {
  id: 'psn_1',
  name: 'Alex',
  channel: 'sms',
  fields: { firstName: 'Alex', notes: 'Kept', status: 'new', tags: ['fair'], customFields: { boats: '2' } },
  consent: { status: 'granted' },
  historySeed: [{ role: 'user', content: 'Hi' }],
  userId: 'usr_1',
  createdAt: at,
  updatedAt: at,
}

test('a persona that the user opens and saves unchanged stays the same, including fields that the form does not show', () => {
  const { name, fields, consent, historySeed } = persona
  assert.deepEqual(toPersonaBody(toPersonaForm(persona), persona.fields), { name, fields, consent, historySeed })
})

test('the persona form does not send empty fields', () => {
  const form = {
    ...toPersonaForm(),
    name: 'Nobody',
    historySeed: [{ role: 'user' as const, content: ' ' }],
    customFields: [{ key: '', value: 'x' }],
  }
  assert.deepEqual(toPersonaBody(form), { name: 'Nobody', fields: {}, consent: { status: 'unknown' }, historySeed: [] })
})

test('a refusal appears at the field that caused it', () => {
  const form = {
    ...toPersonaForm(),
    customFields: [
      { key: 'a', value: '' },
      { key: 'not so', value: '' },
    ],
  }
  const places = [
    'name',
    'fields.email',
    'fields.customFields.not so',
    'fields.tags[0]',
    'consent.status',
    'historySeed[1].content',
  ]
  assert.deepEqual(
    places.map((field) => toPersonaField(field, form)),
    ['name', 'fields.email', 'customFields[1].key', 'tags', 'consent', 'historySeed[1].content'],
  )
})

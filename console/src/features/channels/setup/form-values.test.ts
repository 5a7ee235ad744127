import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelFormField } from '../data.ts'
import { createBlankFormValues, omitBlankValues, toSetupField } from './setup-form.tsx'

const field = (key: string, required: boolean): ChannelFormField => ({ key, label: key, type: 'string', required })
const fields = [field('sid', true), field('from', false), field('service', false)]

test('a channel form starts with the known values and sends the filled-in ones', () => {
  assert.deepEqual(createBlankFormValues(fields, { from: '+1', other: 'x' }), { sid: '', from: '+1', service: '' })
  assert.deepEqual(omitBlankValues({ sid: ' AC1\n', from: ' ' }), { sid: 'AC1' })
})

test('a refusal is mapped to its form field', () => {
  assert.deepEqual(['inputs.a', 'auth.b', 'provider'].map(toSetupField), ['a', 'b', 'provider'])
})

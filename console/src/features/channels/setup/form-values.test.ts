import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelFormField } from '../data.ts'
import { blankFormValues, filledValues, toSetupField } from './setup-form.tsx'

const field = (key: string, required: boolean): ChannelFormField => ({ key, label: key, type: 'string', required })
const fields = [field('sid', true), field('from', false), field('service', false)]

test('a form begins with what is known, and sends what was filled in', () => {
  assert.deepEqual(blankFormValues(fields, { from: '+1', other: 'x' }), { sid: '', from: '+1', service: '' })
  assert.deepEqual(filledValues({ sid: ' AC1\n', from: ' ' }), { sid: 'AC1' })
})

test('a refusal is found in the form', () => {
  assert.deepEqual(['inputs.a', 'auth.b', 'provider'].map(toSetupField), ['a', 'b', 'provider'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPublishingBody, toPublishingForm } from './publishing-form.ts'

test('settings survive the form, and a rate is a percentage there', () => {
  const settings = {
    requireDraft: true,
    gate: { suiteIds: ['ste_01'], minPassRate: 0.29, maxAgeMinutes: 15, noFlowErrors: true },
  }
  const form = toPublishingForm(settings)
  assert.equal(form.gate.minPassPercent, 29)
  assert.deepEqual(toPublishingBody(form), settings)
})

test('without a gate, none is sent, and empty fields take their defaults', () => {
  const form = toPublishingForm({ requireDraft: false })
  assert.deepEqual(toPublishingBody(form), { requireDraft: false })
  const gate = { ...form.gate, minPassPercent: '', maxAgeMinutes: '' }
  assert.deepEqual(toPublishingBody({ ...form, hasGate: true, gate }), { requireDraft: false, gate: {} })
})

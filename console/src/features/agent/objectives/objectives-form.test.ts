import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toObjectivesBody, toObjectivesForm } from './objectives-form.ts'

test('the form reads and saves objectives without loss and omits read-only fields', () => {
  const plain = { id: 'a', name: 'A', body: 'Do.' }
  const full = { id: 'b', name: 'B', description: 'Bee', body: 'Do.', priority: 0, enabled: false }
  const data = [plain, { ...full, derivedFrom: { templateId: '@svc/objective.b', version: '1.0.0' } }]
  const form = toObjectivesForm({ data })
  assert.equal(form.objectives[1]?.templateId, '@svc/objective.b')
  assert.deepEqual(toObjectivesBody(form), { objectives: [plain, full] })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replacePlaybook, toPlaybookBody, toPlaybookDraft } from './usePlaybook.ts'

const playbook = { id: 'a', name: 'A', body: 'Do it.', uses: ['people'], isDefault: true, outreachId: 'o' }

test('saving omits empty fields and sends a removed flow as null', () => {
  assert.deepEqual(toPlaybookBody(toPlaybookDraft(playbook)), {
    name: 'A',
    body: 'Do it.',
    uses: ['people'],
    flow: null,
  })
})

test('saving keeps existing values as they were read', () => {
  const full = {
    ...playbook,
    description: 'd',
    whenToUse: 'w',
    examples: [[{ role: 'user' as const, content: 'Hi' }]],
    toolRefs: ['@svc/tool.x'],
    messageTemplateRefs: ['hello'],
    goal: { goalId: 'g' },
    flow: { id: 'main', slots: [], steps: [{ say: 'Hi' }] },
  }
  const { id: _, isDefault: __, outreachId: ___, ...written } = full
  assert.deepEqual(toPlaybookBody(toPlaybookDraft(full)), written)
})

test('the document holds the draft in place of its playbook, with the fields that the editor does not change', () => {
  const others = [playbook, { ...playbook, id: 'b' }]
  const [first, second] = replacePlaybook(others, 'b', { ...toPlaybookDraft(playbook), body: 'Other.' })
  assert.equal(first, playbook)
  assert.deepEqual(second, { ...playbook, id: 'b', body: 'Other.' })
})

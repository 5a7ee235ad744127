import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replacePlaybook, toPlaybookBody, toPlaybookDraft } from './usePlaybook.ts'

const playbook = { id: 'a', name: 'A', body: 'Do it.', uses: ['people'], isDefault: true, outreachId: 'o' }

test('what is empty is left out of what is saved, and a flow that is gone is said to be', () => {
  assert.deepEqual(toPlaybookBody(toPlaybookDraft(playbook)), {
    name: 'A',
    body: 'Do it.',
    uses: ['people'],
    flow: null,
  })
})

test('what is there is saved as it was read', () => {
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

test('a document holds the draft in the place of its playbook, with what no edit changes', () => {
  const others = [playbook, { ...playbook, id: 'b' }]
  const [first, second] = replacePlaybook(others, 'b', { ...toPlaybookDraft(playbook), body: 'Other.' })
  assert.equal(first, playbook)
  assert.deepEqual(second, { ...playbook, id: 'b', body: 'Other.' })
})

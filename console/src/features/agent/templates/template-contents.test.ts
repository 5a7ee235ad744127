import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assembleTemplate, listTemplateContents, sortByCategory } from './template-contents.ts'

const head = { version: '1.0.0', description: 'd' }
const warm = { ...head, id: '@svc/personality.warm', name: 'Warm', promptFragment: 'Be warm.' }
const desk = { ...head, id: '@svc/playbook.desk', name: 'Desk', body: 'Help.' }
const pieces = { playbooks: [desk], personalities: [warm], objectives: [], guardrails: [] }
const template = {
  ...head,
  id: '@svc/agent.shop',
  name: 'Shop',
  personalityTemplateId: warm.id,
  playbookTemplateIds: [desk.id],
  objectiveTemplateIds: ['@svc/objective.gone'],
  standingInstructions: ['Be brief.'],
}

test('a template lists its contents by name', () => {
  assert.deepEqual(listTemplateContents(template, pieces, []), [
    { kind: 'personality', names: ['Warm'] },
    { kind: 'playbooks', names: ['Desk'] },
    { kind: 'objectives', names: ['@svc/objective.gone'] },
    { kind: 'instructions', names: ['Be brief.'] },
  ])
})

test('the content of a template has the items it names and nothing else', () => {
  const content = assembleTemplate(template, pieces)
  assert.deepEqual([content.personality, content.playbooks, content.objectives], [warm, [desk], []])
  assert.deepEqual([content.guardrails, content.goals], [undefined, undefined])
})

test('templates of one category appear side by side', () => {
  const of = (id: string, category?: string) => ({ ...template, id, ...(category && { category }) })
  const templates = [of('a', 'Health'), of('b'), of('c', 'Retail'), of('d', 'Health')]
  assert.deepEqual(
    sortByCategory(templates).map(({ id }) => id),
    ['a', 'd', 'b', 'c'],
  )
})

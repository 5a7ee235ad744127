import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFlowReferences, parseFlow } from './flow.ts'

test('a flow reports its references to templates, playbooks, integrations and People fields with their paths', () => {
  const parsed = parseFlow(
    {
      slots: [
        { name: 'tier', type: 'string', bind: 'person.customFields.tier' },
        { name: 'email', type: 'email', bind: 'person.email' },
      ],
      steps: [
        { say: 'template:welcome' },
        { say: { text: 'template: goodbye' } },
        { say: 'no template:here' },
        { call: 'gift' },
        { handoff: 'playbook:tips' },
        { handoff: 'tips' },
        { handoff: 'human' },
        { end: { outcome: 'a', handoff: 'sales' } },
        { end: { outcome: 'b', handoff: 'human' } },
        { action: 'integration:crm.call' },
        { action: 'people.save' },
      ],
    },
    'flow',
  )
  if (!parsed.ok) assert.fail(JSON.stringify(parsed.findings))
  assert.deepEqual(listFlowReferences(parsed.flow), [
    { kind: 'peopleField', id: 'tier', path: ['slots', 0, 'bind'], code: 'flow.field.unknown' },
    { kind: 'template', id: 'welcome', path: ['steps', 0, 'say'], code: 'flow.template.unknown' },
    { kind: 'template', id: 'goodbye', path: ['steps', 1, 'say', 'text'], code: 'flow.template.unknown' },
    { kind: 'playbook', id: 'gift', path: ['steps', 3, 'call'], code: 'flow.playbook.unknown' },
    { kind: 'playbook', id: 'tips', path: ['steps', 4, 'handoff'], code: 'flow.playbook.unknown' },
    { kind: 'playbook', id: 'tips', path: ['steps', 5, 'handoff'], code: 'flow.playbook.unknown' },
    { kind: 'playbook', id: 'sales', path: ['steps', 7, 'end', 'handoff'], code: 'flow.playbook.unknown' },
    { kind: 'integration', id: 'crm', path: ['steps', 9, 'action'], code: 'flow.integration.unknown' },
  ])
})

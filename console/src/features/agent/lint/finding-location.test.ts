import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sectionPaths } from '@parley/definition'
import {
  findingSubjectOf,
  formatFinding,
  formatFindingPath,
  lintPageOf,
  playbookOrOutreachOf,
} from './finding-location.ts'

test('every section of the document has a page that edits it', () => {
  for (const path of Object.values(sectionPaths)) {
    assert.ok(lintPageOf(path.join('.')), path.join('.'))
    assert.ok(lintPageOf(`${path.join('.')}[3].name`), path.join('.'))
  }
  assert.equal(lintPageOf('goals.goals[1].name'), '/orgs/$org/agents/$agent/edit/goals')
  assert.equal(lintPageOf('capabilities.knowledge.facts[1]'), '/orgs/$org/agents/$agent/knowledge/facts')
})

test('a finding outside all sections has no page', () => {
  for (const path of ['', 'body', 'goalsX']) assert.equal(lintPageOf(path), undefined)
})

const document = {
  goals: { goals: [{ id: 'a', name: 'Link tapped' }] },
  rules: [{ id: 'no-price', text: 'Never name a price.' }],
  playbooks: [{ id: 'desk', name: 'Desk', flow: { steps: [{ id: 'one' }] } }],
  standingInstructions: ['Be brief.'],
  outreach: { outreaches: [{ id: 'spring', name: 'Spring' }] },
}

test('a finding names the entry that it is about', () => {
  assert.equal(findingSubjectOf('goals.goals[0].definition.event', document), 'Link tapped')
  assert.equal(findingSubjectOf('rules[0].check.patterns[1]', document), 'Never name a price.')
  assert.equal(findingSubjectOf('playbooks[0].flow.steps[0].say', document), 'Desk')
  for (const path of ['', 'identity', 'goals.goals[7]', 'standingInstructions[0]'])
    assert.equal(findingSubjectOf(path, document), undefined, path)
  assert.equal(findingSubjectOf('goals.goals[0]', undefined), undefined)
})

test('a finding about a playbook or an Outreach links to its own page', () => {
  assert.deepEqual(playbookOrOutreachOf('playbooks[0].body', document), { kind: 'playbook', id: 'desk' })
  assert.deepEqual(playbookOrOutreachOf('outreach.outreaches[0].opener', document), { kind: 'outreach', id: 'spring' })
  for (const path of ['playbooks', 'playbooks[4].body', 'goals.goals[0]'])
    assert.equal(playbookOrOutreachOf(path, document), undefined, path)
})

test('a finding is a sentence with a subject and a readable location', () => {
  const missing = { path: 'playbooks[0].whenToUse', message: 'is needed to give directions' }
  assert.equal(formatFinding(missing), 'When to use is needed to give directions')
  assert.equal(formatFinding({ path: 'personality', message: 'gives it a voice' }), 'Personality gives it a voice')
  assert.equal(formatFinding({ path: 'rules[0].id', message: 'The rule.' }), 'The rule.')
  assert.equal(formatFindingPath(missing.path, document), 'Playbooks · Desk · When to use')
  assert.deepEqual(
    [formatFindingPath('personality', document), formatFindingPath('', document)],
    ['Personality', 'Whole document'],
  )
})

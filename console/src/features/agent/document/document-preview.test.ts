import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDefinition, exportDocument } from '@parley/definition'
import { type DocumentPreview, previewImport, previewTemplate, previewUpdate } from './PreviewDiff.tsx'

const warm = {
  id: '@svc/personality.warm',
  version: '1.1.0',
  name: 'Warm',
  description: 'Warm.',
  promptFragment: 'Be warm.',
}
const exported = exportDocument({
  ...createDefinition('Harbour'),
  standingInstructions: ['Be brief.'],
  personality: { text: 'Mine.', derivedFrom: { templateId: warm.id, version: '1.0.0' } },
})
const done = (preview: DocumentPreview) => (preview.ok ? preview : assert.fail(JSON.stringify(preview.errors)))

test('an import preview shows the sections that would change, and nothing else', () => {
  const { changed, before, after } = done(previewImport(exported, { standingInstructions: ['Be brief.', 'Be kind.'] }))
  assert.deepEqual(changed, ['standingInstructions'])
  assert.equal(before, 'standingInstructions:\n  - Be brief.\n')
  assert.equal(after, 'standingInstructions:\n  - Be brief.\n  - Be kind.\n')
})

test('importing the agent’s own export changes nothing', () => {
  assert.deepEqual(done(previewImport(exported, exported)).changed, [])
})

test('an import preview shows each refusal at its field', () => {
  const preview = previewImport(exported, {
    rules: [{ id: 'a', text: 'A', check: { kind: 'pattern', patterns: ['/(/'] } }],
  })
  assert.ok(!preview.ok)
  assert.deepEqual(
    preview.errors.map(({ field }) => field),
    ['rules[0].check.patterns[0]'],
  )
  assert.ok(!previewImport(exported, 'nothing of the kind').ok)
})

test('a template preview shows what it replaces', () => {
  const content = { id: '@svc/agent.shop', version: '1.0.0', standingInstructions: ['Sell.'], personality: warm }
  const { changed, after } = done(previewTemplate(exported, content))
  assert.deepEqual(changed, ['agent', 'personality', 'standingInstructions'])
  assert.match(after, /Be warm\./)
})

test('an update preview shows the current and the new version of the item', () => {
  const templates = { personality: () => warm, objective: () => undefined, playbook: () => undefined }
  const { changed, before, after } = done(
    previewUpdate(exported, { kind: 'personality', id: 'personality' }, templates),
  )
  assert.deepEqual(changed, ['personality'])
  assert.match(before, /Mine\.[\s\S]*1\.0\.0/)
  assert.match(after, /Be warm\.[\s\S]*1\.1\.0/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mediaUses } from './media-data.ts'

test('media are in use by Things that show them and by texts that name them', () => {
  const uses = mediaUses({
    identity: { smallLogoUrl: 'https://example.com/logo.png' },
    capabilities: {
      knowledge: {
        things: [{ id: 'boat', name: 'Boat', media: 'media_1', description: 'image:media_2' }],
        facts: [{ id: 'f', question: 'How?', answer: '[[media: image:media_1 | Boat]] and image:media_1' }],
      },
    },
    messageTemplates: [{ id: 't', name: 'Hello', body: '[[media: image:media_2]]' }],
  })
  assert.deepEqual(uses.get('media_1'), [
    { section: 'things', name: 'Boat' },
    { section: 'facts', name: 'How?' },
  ])
  assert.deepEqual(uses.get('media_2'), [
    { section: 'things', name: 'Boat' },
    { section: 'messageTemplates', name: 'Hello' },
  ])
  assert.equal(uses.size, 2)
})

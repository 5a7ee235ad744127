import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDraftPage } from './draft-pages.ts'

test('pages of the configuration belong to a draft, and what is the same everywhere does not', () => {
  const isIn = (page: string) => isDraftPage(`/orgs/acme/agents/bot/${page}`)
  for (const page of [
    'edit/goals',
    'playbooks/front-desk',
    'knowledge',
    'knowledge/facts',
    'setup/templates',
    'outreach',
  ])
    assert.equal(isIn(page), true, page)
  for (const page of ['people', 'inbox', 'channels', 'campaigns', 'edit/danger', 'setup/tools/crm', 'knowledge/media'])
    assert.equal(isIn(page), false, page)
})

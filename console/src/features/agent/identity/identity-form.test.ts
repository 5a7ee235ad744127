import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWebUrl, toIdentityBody, toIdentityForm, toIdentitySections } from './identity-form.ts'

const agent = {
  id: 'harbour',
  orgId: 'demo',
  name: 'Harbour',
  framework: 'v2' as const,
  createdAt: '2030-01-31T09:00:00.000Z',
  updatedAt: '2030-01-31T09:00:00.000Z',
}

test('an empty field of the form clears the value, and a missing value is an empty field', () => {
  const form = toIdentityForm({ ...agent, identity: { brandColor: '#1a2b3c' } })
  assert.equal(form.identity.contactEmail, '')
  const sent = toIdentityBody({ ...form, identity: { ...form.identity, brandColor: '' } })
  assert.deepEqual([sent.name, sent.description], ['Harbour', null])
  assert.ok(Object.values(sent.identity).every((value) => value === null))
})

test('lint checks only the fields that are filled in', () => {
  const form = toIdentityForm({ ...agent, description: 'Boats', identity: { contactEmail: 'a@example.com' } })
  assert.deepEqual(toIdentitySections(form), {
    agent: { name: 'Harbour', description: 'Boats', framework: 'v2' },
    identity: { contactEmail: 'a@example.com' },
  })
})

test('the form loads pictures only from web addresses', () => {
  assert.ok(isWebUrl('https://example.com/logo.png'))
  for (const address of ['javascript:alert(1)', 'data:image/png;base64,', '/logo.png', 'https://', 'http:// x', ''])
    assert.ok(!isWebUrl(address), address)
})

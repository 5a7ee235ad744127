import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, assertRefusedUnchanged, createTestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertStatus } from '../../testing/client.ts'

const server = await createTestApp()

const identity = {
  smallLogoUrl: 'https://example.com/logo.png',
  largeBannerUrl: 'http://example.com/banner.png',
  defaultCardImageUrl: 'https://example.com/card.png',
  brandColor: '#1a2b3c',
  contactEmail: 'hello@example.com',
  contactPhone: '+1 202 555 0143',
  websiteUrl: 'https://example.com',
  privacyPolicyUrl: 'https://example.com/privacy',
  termsOfServiceUrl: 'https://example.com/terms',
  contactAvailability: 'Mo–Fr 9–17 🕘',
  identityPreamble: 'You speak for the harbour.',
}

test('PUT replaces the whole identity, stores every field as written, and the agent shows the same', async () => {
  const agent = await createTestAgent(server)
  assert.deepEqual(assertStatus(await agent.put('/identity', identity), 200), identity)
  assert.deepEqual(assertStatus(await agent.get('/identity'), 200), identity)
  assert.deepEqual(assertStatus(await agent.get(''), 200).identity, identity)
  assert.deepEqual(assertStatus(await agent.put('/identity', { brandColor: '#fff' }), 200), { brandColor: '#fff' })
  assert.deepEqual(assertStatus(await agent.put('/identity', {}), 200), {})
})

test('PATCH changes only the fields it contains, and null clears a field', async () => {
  const agent = await createTestAgent(server)
  await agent.put('/identity', identity)
  const { contactPhone: _, ...rest } = identity
  const patch = { contactPhone: null, websiteUrl: 'https://example.org', brandColor: '#ABC' }
  const expected = { ...rest, websiteUrl: 'https://example.org', brandColor: '#ABC' }
  assert.deepEqual(assertStatus(await agent.patch('/identity', patch), 200), expected)
  assert.deepEqual(assertStatus(await agent.patch('/identity', {}), 200), expected)
  const { termsOfServiceUrl: __, ...left } = expected
  assert.deepEqual(assertStatus(await agent.patch('/identity', { termsOfServiceUrl: null }), 200), left)
})

test('the agent resource and the identity resource show the same identity', async () => {
  const agent = await createTestAgent(server)
  assertStatus(await agent.patch('', { identity: { brandColor: '#123456' } }), 200)
  assert.deepEqual((await agent.get('/identity')).body, { brandColor: '#123456' })
  assertStatus(await agent.patch('', { identity: null }), 200)
  assert.deepEqual((await agent.get('/identity')).body, {})
})

const faults: [field: string, values: unknown[]][] = [
  ['brandColor', ['#12', '#1234', 'red', '1a2b3c', '#ggg', '', 7, '#fff\n']],
  ['smallLogoUrl', ['javascript:alert(1)', 'ftp://example.com', 'no url', '', 7, `https://e.com/${'x'.repeat(2000)}`]],
  ['contactEmail', ['nobody', 'a@b', '@example.com', 'a b@example.com', '', `${'x'.repeat(250)}@example.com`]],
  ['contactPhone', ['', ' ', 'x'.repeat(51), 123]],
  ['contactAvailability', ['x'.repeat(501), {}]],
  ['identityPreamble', ['x'.repeat(2001), []]],
  ['escalationContacts', ['anything']],
]
for (const [field, values] of faults) {
  test(`an invalid ${field} returns 422 naming it on PUT and PATCH, and changes nothing`, async () => {
    const agent = await createTestAgent(server)
    assertStatus(await agent.put('/identity', identity), 200)
    for (const value of values) {
      await assertInvalid(agent, '/identity', { ...identity, [field]: value }, field)
      await assertRefusedUnchanged(agent, () => agent.patch('/identity', { [field]: value }), [
        422,
        'request.invalid',
        field,
      ])
    }
  })
}

test('PUT refuses null, a body that is not an object, and one that cannot be stored', async () => {
  const agent = await createTestAgent(server)
  await assertInvalid(agent, '/identity', { brandColor: null }, 'brandColor')
  for (const body of [null, [], 'text', 7, true]) await assertInvalid(agent, '/identity', body, 'body')
  await assertInvalid(agent, '/identity', { contactAvailability: 'a\u0000b' }, 'contactAvailability')
  await assertInvalid(agent, '/identity', { contactAvailability: '\ud800' }, 'contactAvailability')
  const broken = () => agent.raw('PUT', '/identity', '{"brandColor":', { 'content-type': 'application/json' })
  await assertRefusedUnchanged(agent, broken, [400, 'request.malformed'])
  const large = () => agent.put('/identity', { identityPreamble: 'x'.repeat(5_000_000) })
  await assertRefusedUnchanged(agent, large, [413, 'request.too_large'])
})

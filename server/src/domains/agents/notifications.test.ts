import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, createTestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertStatus } from '../../testing/client.ts'

const server = await createTestApp()
const config = {
  operator: { provider: 'slack' },
  email: { provider: 'mailgun', fromAddress: 'us@example.com', fromName: 'Us', mailgunDomain: 'mg.example.com' },
}
const unset = { slackWebhookUrl: { set: false }, emailApiKey: { set: false } }

test('the config is stored as written, and PUT without it clears it', async () => {
  const agent = await createTestAgent(server)
  assert.deepEqual(assertStatus(await agent.put('/notifications', config), 200), { ...config, secrets: unset })
  assert.deepEqual(assertStatus(await agent.get('/notifications'), 200), { ...config, secrets: unset })
  assert.deepEqual(assertStatus(await agent.put('/notifications', {}), 200), { secrets: unset })
})

test('a string stores a secret, omitting it keeps it, null clears it, and reads show its last four characters', async () => {
  const agent = await createTestAgent(server)
  const put = async (body: object) => assertStatus(await agent.put('/notifications', body), 200).secrets
  const slackWebhookUrl = 'https://hooks.example.com/services/abcd9f3c'
  assert.deepEqual(await put({ slackWebhookUrl, emailApiKey: 'short' }), {
    slackWebhookUrl: { set: true, last4: '9f3c' },
    emailApiKey: { set: true },
  })
  assert.equal((await put(config)).slackWebhookUrl.last4, '9f3c')
  assert.deepEqual(await put({ slackWebhookUrl: null }), { ...unset, emailApiKey: { set: true } })
  assert.deepEqual(await put({ emailApiKey: null, slackWebhookUrl: null }), unset)
})

test('sending back the secrets field as it was read is accepted and stores nothing', async () => {
  const agent = await createTestAgent(server)
  const secrets = { slackWebhookUrl: { set: true, last4: 'fake' } }
  assert.deepEqual(assertStatus(await agent.put('/notifications', { ...config, secrets }), 200).secrets, unset)
})

const faults: [title: string, body: object, field: string][] = [
  ['an operator of no provider', { operator: {} }, 'operator.provider'],
  ['an unknown operator', { operator: { provider: 'pager' } }, 'operator.provider'],
  ['an operator by email without an address', { operator: { provider: 'email' } }, 'operator.toAddress'],
  ['an operator at no address', { operator: { provider: 'email', toAddress: 'team' } }, 'operator.toAddress'],
  ['an operator that is null', { operator: null }, 'operator'],
  ['an unknown email provider', { email: { provider: 'pigeon', fromAddress: 'a@example.com' } }, 'email.provider'],
  ['no sender', { email: { provider: 'sendgrid' } }, 'email.fromAddress'],
  ['Mailgun without its domain', { email: { provider: 'mailgun', fromAddress: 'a@example.com' } }, 'email.mailgunDomain'],
  ['a secret inside the config', { email: { ...config.email, apiKey: 'hidden-canary' } }, 'email.apiKey'],
  ['a secret inside the operator', { operator: { provider: 'slack', webhookUrl: 'hidden-canary' } }, 'operator.webhookUrl'],
  ['an unknown secret', { smsApiKey: 'hidden-canary' }, 'smsApiKey'],
  ['an empty secret', { emailApiKey: '' }, 'emailApiKey'],
  ['a secret that is not a string', { emailApiKey: { key: 'hidden-canary' } }, 'emailApiKey'],
  ['a secret beyond all measure', { emailApiKey: `hidden-canary${'x'.repeat(2000)}` }, 'emailApiKey'],
] // biome-ignore format: one table
for (const [title, body, field] of faults) {
  test(`notifications with ${title} return 422 at notifications.${field}, and no secret is stored or revealed`, async () => {
    const agent = await createTestAgent(server)
    assertStatus(
      await agent.put('/notifications', { ...config, slackWebhookUrl: 'https://hooks.example.com/9f3c' }),
      200,
    )
    const before = (await agent.get('/notifications')).body
    const refused = await assertInvalid(
      agent,
      '/notifications',
      { emailApiKey: 'another-key', ...body },
      `notifications.${field}`,
    )
    assert.ok(!JSON.stringify(refused).includes('canary'))
    assert.deepEqual((await agent.get('/notifications')).body, before)
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NotificationsBody, NotificationsConfig } from './notifications.ts'
import { read } from './things/testing/read.ts'

const sendgrid = { provider: 'sendgrid', fromAddress: 'a@example.com' }
const mailgun = { provider: 'mailgun', fromAddress: 'a@example.com', fromName: 'Shop', mailgunDomain: 'example.com' }

const cases: [title: string, config: object][] = [
  ['nothing', {}],
  ['an operator by chat', { operator: { provider: 'slack' } }],
  ['an operator by email', { operator: { provider: 'email', toAddress: 'team@example.com' } }],
  ['the first mail provider', { email: sendgrid }],
  ['the second mail provider with its domain', { email: mailgun }],
]
for (const [title, config] of cases) {
  test(`notifications of ${title} are stored without any secret`, () => {
    const body = read(NotificationsBody, { ...config, secrets: { emailApiKey: { set: true, last4: 'abcd' } } })
    assert.deepEqual(body.value?.config, config)
    assert.deepEqual(read(NotificationsConfig, config), { value: config, errors: [] })
  })
}

test('a secret sent with the config is stored, cleared or left alone', () => {
  const secrets = read(NotificationsBody, { slackWebhookUrl: 'https://hooks.example.com/x', emailApiKey: null }).value
    ?.secrets
  assert.deepEqual(secrets, { slackWebhookUrl: 'https://hooks.example.com/x', emailApiKey: null })
  assert.deepEqual(read(NotificationsBody, {}).value?.secrets, { slackWebhookUrl: undefined, emailApiKey: undefined })
})

const refused: [title: string, sent: object, error: string][] = [
  ['an operator by email without an address', { operator: { provider: 'email' } }, 'operator.toAddress is required for email'],
  ['an operator by carrier pigeon', { operator: { provider: 'pigeon' } }, 'operator.provider must be one of slack, email'],
  ['the second mail provider without its domain', { email: { ...mailgun, mailgunDomain: undefined } }, 'email.mailgunDomain is required for mailgun'],
  ['mail without a sender', { email: { provider: 'sendgrid' } }, 'email.fromAddress is required'],
  ['a third mail provider', { email: { ...sendgrid, provider: 'smtp' } }, 'email.provider must be one of sendgrid, mailgun'],
  ['a secret inside the config', { email: { ...sendgrid, apiKey: 'x' } }, 'email.apiKey is not a known field'],
  ['a secret under its own name inside', { operator: { provider: 'slack', slackWebhookUrl: 'x' } }, 'operator.slackWebhookUrl is not a known field'],
  ['an empty secret', { emailApiKey: '' }, 'emailApiKey must not be empty'],
  ['a secret that is not a string', { emailApiKey: { set: true } }, 'emailApiKey must be a string'],
  ['a secret of another name', { apiKey: 'x' }, 'apiKey is not a known field'],
] // biome-ignore format: one line per case
for (const [title, sent, error] of refused) {
  test(`notifications with ${title} are refused`, () => {
    assert.deepEqual(read(NotificationsBody, sent).errors, [error])
  })
}

test('a document contains no secret of notifications', () => {
  for (const secret of ['slackWebhookUrl', 'emailApiKey', 'secrets']) {
    assert.deepEqual(read(NotificationsConfig, { [secret]: 'x' }).errors, [`${secret} is not a known field`])
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testFailures } from '../testing/failures.ts'
import { openTestTool } from '../testing/tool.ts'
import { sendgridAdapter } from './index.ts'

const sendgrid = await openTestTool(sendgridAdapter)
const mail = { to: 'ada@example.com', subject: 'Your quote', text: 'As you asked.' }
const given = { config: { fromEmail: 'us@brand.example' }, secrets: { apiKey: 'SG.secret' }, with: mail }
const accepted = { status: 202, body: '', headers: { 'x-message-id': 'msg-14c5d75ce93' } }
const sentMail = () => JSON.parse(sendgrid.calls.at(-1)?.body ?? '')

test('a mail is queued, and an empty response is a success', async () => {
  sendgrid.answerNext(accepted)
  const result = await sendgrid.call(given)
  assert.deepEqual(result, { status: 'queued', id: 'msg-14c5d75ce93' })
  const { method, path, headers } = sendgrid.calls.at(-1) ?? assert.fail()
  assert.deepEqual([method, path, headers.authorization], ['POST', '/v3/mail/send', 'Bearer SG.secret'])
  assert.deepEqual(sentMail(), {
    personalizations: [{ to: [{ email: 'ada@example.com' }] }],
    from: { email: 'us@brand.example' },
    subject: 'Your quote',
    content: [{ type: 'text/plain', value: 'As you asked.' }],
  })
})

test('sender name and reply address come from the settings, and HTML follows the plain text', async () => {
  sendgrid.answerNext({ status: 202, body: '' })
  const config = { ...given.config, fromName: 'Brand, "the best"', replyTo: 'desk@brand.example' }
  const result = await sendgrid.call({
    ...given,
    config,
    with: { ...mail, html: '<p>Hi</p>' },
  })
  assert.deepEqual(result, { status: 'queued' })
  const { from, reply_to: replyTo, content } = sentMail()
  assert.deepEqual(from, { email: 'us@brand.example', name: 'Brand, "the best"' })
  assert.deepEqual(replyTo, { email: 'desk@brand.example' })
  assert.deepEqual(content[1], { type: 'text/html', value: '<p>Hi</p>' })
})

test('each region has its own host', () => {
  const hosts = [{}, { region: 'global' }, { region: 'eu' }].map((config) => sendgridAdapter.baseUrl(config, {}))
  assert.deepEqual(hosts, ['https://api.sendgrid.com', 'https://api.sendgrid.com', 'https://api.eu.sendgrid.com'])
})

const errors = (status: number, ...list: object[]) => ({ status, body: { errors: list } })

testFailures({
  tool: sendgrid,
  given,
  readsBody: false,
  cases: [
    [
      'SendGrid refuses the recipient',
      errors(400, { message: 'Does not contain a valid address.', field: 'personalizations.0.to.0.email', help: null }),
      'invalid',
      /^SendGrid refused the call \(400\): personalizations\.0\.to\.0\.email: Does not contain a valid address\. Correct/,
    ],
    [
      'the API key is not valid',
      errors(401, { message: 'The provided authorization grant is invalid, expired, or revoked', field: null }),
      'unauthorized',
      /^SendGrid refused access \(401\)\. Enter a valid SendGrid API key for the chosen region/,
    ],
    [
      'the sender is not verified',
      errors(403, { message: 'The from address does not match a verified Sender Identity.', field: 'from' }),
      'unauthorized',
      /from: The from address does not match a verified Sender Identity\. Give the API key/,
    ],
    ['the mail is too large', { status: 413, body: '' }, 'invalid', /^SendGrid refused the call \(413\)\./],
  ],
})

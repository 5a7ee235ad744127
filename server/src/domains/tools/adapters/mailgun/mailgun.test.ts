import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectToolError, testFailures } from '../testing/failures.ts'
import { openTestTool } from '../testing/tool.ts'
import { mailgunAdapter } from './index.ts'

const mailgun = await openTestTool(mailgunAdapter)
const mail = { to: 'ada@example.com', subject: 'Your quote', text: 'Grüße & more' }
const given = {
  config: { domain: 'mg.brand.example', from: 'us@mg.brand.example' },
  secrets: { apiKey: 'key-secret-1' },
  with: mail,
}
const queued = { body: { id: '<2026.1@mg.brand.example>', message: 'Queued. Thank you.' } }
const sentForm = () => Object.fromEntries(new URLSearchParams(mailgun.calls.at(-1)?.body))

test('a mail is queued as a form, with the sending key as the password of api', async () => {
  mailgun.answerNext(queued)
  const result = await mailgun.call(given)
  assert.deepEqual(result, { status: 'queued', id: '<2026.1@mg.brand.example>' })
  const { method, path, headers } = mailgun.calls.at(-1) ?? assert.fail()
  assert.deepEqual([method, path], ['POST', '/v3/mg.brand.example/messages'])
  assert.equal(headers.authorization, `Basic ${Buffer.from('api:key-secret-1').toString('base64')}`)
  assert.deepEqual(sentForm(), { from: 'us@mg.brand.example', ...mail })
})

test('sender name and tag come from the settings', async () => {
  mailgun.answerNext(queued)
  const config = { ...given.config, fromName: 'Ada "A" \\ Co\r\nBcc: x@example.com', tag: 'quotes' }
  await mailgun.call({ ...given, config, with: { ...mail, html: '<p>Hi</p>' } })
  const { from, html, 'o:tag': tag } = sentForm()
  assert.equal(from, '"Ada \\"A\\" \\\\ Co Bcc: x@example.com" <us@mg.brand.example>')
  assert.deepEqual([html, tag], ['<p>Hi</p>', 'quotes'])
})

for (const to of [
  'a@example.com, b@example.com',
  'a@example.com;b@example.com',
  'A <a@example.com>',
  'a@b\nBcc: c@d',
]) {
  test(`the recipient ${JSON.stringify(to)} is refused without a call, because Mailgun would read a list`, async () => {
    const before = mailgun.calls.length
    const error = await expectToolError(mailgun.call({ ...given, with: { ...mail, to } }))
    assert.deepEqual([error.kind, mailgun.calls.length], ['invalid', before])
    assert.match(error.message, /one email address/)
  })
}

test('the domain is one segment of the path', async () => {
  mailgun.answerNext(queued)
  await mailgun.call({ ...given, config: { ...given.config, domain: 'a/../b?c' } })
  assert.equal(mailgun.calls.at(-1)?.path, '/v3/a%2F..%2Fb%3Fc/messages')
  const dots = mailgun.call({ ...given, config: { ...given.config, domain: '..' } })
  assert.equal((await expectToolError(dots)).kind, 'invalid')
})

test('each region has its own host', () => {
  const hosts = [{}, { region: 'us' }, { region: 'eu' }].map((config) => mailgunAdapter.baseUrl(config, {}))
  assert.deepEqual(hosts, ['https://api.mailgun.net', 'https://api.mailgun.net', 'https://api.eu.mailgun.net'])
})

testFailures({
  tool: mailgun,
  given,
  cases: [
    [
      'Mailgun refuses the recipient',
      { status: 400, body: { message: "'to' parameter is not a valid address. please check documentation" } },
      'invalid',
      /^Mailgun refused the call \(400\): 'to' parameter is not a valid address\. please check documentation\. Correct/,
    ],
    [
      'the sending key is not valid',
      { status: 401, body: 'Forbidden' },
      'unauthorized',
      /^Mailgun refused access \(401\)\. Enter a valid sending key of the domain, and the region/,
    ],
    [
      'the domain may not send to this recipient',
      { status: 403, body: { message: 'Free accounts are for test purposes only.' } },
      'unauthorized',
      /Free accounts are for test purposes only\. Check in Mailgun that the domain is verified/,
    ],
    [
      'the domain is in another region',
      { status: 404, body: { message: 'Domain not found: mg.brand.example' } },
      'invalid',
      /Domain not found: mg\.brand\.example\./,
    ],
  ],
})

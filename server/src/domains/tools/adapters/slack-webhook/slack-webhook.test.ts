import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectToolError } from '../testing/failures.ts'
import { openTestTool } from '../testing/tool.ts'
import { slackWebhookAdapter } from './index.ts'

const slack = await openTestTool(slackWebhookAdapter)
const webhookUrl = 'https://hooks.slack.com/services/T1/B1/very-secret'
const given = { secrets: { webhookUrl }, with: { text: 'A boat is free.' } }

test('a message is posted to the webhook, with the name and the emoji of the settings', async () => {
  slack.answerNext({ body: 'ok' })
  const config = { username: 'Front desk', iconEmoji: ':anchor:' }
  assert.deepEqual(await slack.call({ ...given, config }), { sent: true })
  const { method, headers, body } = slack.calls.at(-1) ?? assert.fail()
  assert.deepEqual([method, headers.authorization], ['POST', undefined])
  assert.deepEqual(JSON.parse(body), { text: 'A boat is free.', username: 'Front desk', icon_emoji: ':anchor:' })
})

test('the address is the secret of the tool', () =>
  assert.equal(slackWebhookAdapter.baseUrl({}, { webhookUrl }), webhookUrl))

for (const [status, body, kind, message] of [
  [400, 'no_text', 'invalid', /The message has no text\. Send some\. \(no_text\)/],
  [400, 'invalid_payload\n', 'invalid', /Simplify its formatting/],
  [403, 'invalid_token', 'unauthorized', /no longer valid/],
  [403, 'action_prohibited', 'unauthorized', /administrator/],
  [404, 'channel_not_found', 'invalid', /another channel/],
  [404, 'no_service', 'unauthorized', /removed or is disabled/],
  [410, 'channel_is_archived', 'invalid', /Unarchive it/],
  [401, 'very-secret', 'unauthorized', /refused the webhook \(401\)/],
  [404, '<html>very-secret</html>', 'unauthorized', /refused the webhook \(404\)/],
  [400, 'constructor', 'invalid', /answered 400/],
  [429, 'rate_limited', 'rateLimited', /too many messages \(429\)/],
  [500, 'rollup_error', 'failed', /answered 500\. Try again later/],
  [503, '', 'failed', /answered 503/],
] as const) {
  test(`a message fails when Slack answers ${status} ${JSON.stringify(body)}`, async () => {
    slack.answerNext({ status, body })
    const error = await expectToolError(slack.call(given))
    assert.deepEqual([error.kind, error.status], [kind, status])
    assert.match(error.message, message)
    assert.ok(!error.message.includes('very-secret'), error.message)
  })
}

test('a message fails when Slack never answers, or breaks the connection', async () => {
  for (const answer of [{ silent: true }, { reset: 'beforeAnswer' }] as const) {
    slack.answerNext(answer)
    const error = await expectToolError(slack.call({ ...given, timeoutMilliseconds: 300 }))
    assert.equal(error.kind, 'timeout')
  }
})

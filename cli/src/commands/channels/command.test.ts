import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFakeParley } from '../../testing/fake-parley.ts'
import { runCliTest } from '../../testing/run-cli.ts'

const at = '2030-01-31T09:00:00.000Z'
const sms = {
  ...{ id: 'chn_2', agentId: 'desk', channel: 'sms', mode: 'unmanaged', provider: 'twilio', status: 'Active' },
  ...{ routingId: '+12025550100', callbackUrl: 'https://gateway.example.com/providers/chn_2' },
  delivery: { minMessageDelayMs: 700 },
  compliance: { enabled: true, disclaimerText: 'Reply STOP \u001b[31mto end' },
  events: [{ at, to: 'Active', actor: 'system' }],
}
const rcs = {
  ...{ id: 'chn_1', agentId: 'desk', channel: 'rcs', mode: 'managed', status: 'ActionRequired' },
  ...{ statusDetail: 'The logo is missing', callbackUrl: 'https://gateway.example.com/providers/chn_1' },
  inputs: { displayName: 'Desk' },
  events: [
    { at, to: 'Requested', actor: 'operator' },
    { at, from: 'Requested', to: 'ActionRequired', actor: 'sysop', note: 'Send a logo' },
  ],
}

async function channels(...args: string[]) {
  const parley = await startFakeParley({
    'GET /channels': { body: { data: [sms, rcs] } },
    'GET /channels/chn_1': { body: rcs },
    'GET /channels/chn_2': { body: sms },
  })
  const env = { PARLEY_URL: parley.url, PARLEY_API_KEY: 'sk-svc-0123', PARLEY_ORG: 'demo', PARLEY_AGENT: 'desk' }
  return runCliTest(['channels', ...args], { env })
}

test('channels lists the bindings with provider, status and sender', async () => {
  const { exit, out } = await channels()
  assert.equal(exit, 0)
  assert.deepEqual(out.trimEnd().split('\n'), [
    'ID     CHANNEL  PROVIDER  STATUS          SENDER',
    'chn_2  sms      twilio    Active          +12025550100',
    'chn_1  rcs      managed   ActionRequired',
  ])
  assert.deepEqual(JSON.parse((await channels('list', '--json')).out), { data: [sms, rcs] })
})

test('channels show describes one binding, and exits with 1 if it does not work', async () => {
  const working = await channels('show', 'chn_2')
  assert.equal(working.exit, 0)
  assert.deepEqual(working.out.trimEnd().split('\n'), [
    'chn_2  sms  twilio  Active',
    '  sender      +12025550100',
    '  pace        700 ms between messages',
    '  compliance  on, with “Reply STOP [31mto end”',
    '  callback    https://gateway.example.com/providers/chn_2',
    `  ${at}  Active, by system`,
  ])
  const waiting = await channels('show', 'chn_1')
  assert.equal(waiting.exit, 1)
  assert.match(waiting.out, /^ {2}detail {6}The logo is missing$/m)
  assert.match(waiting.out, /^ {2}displayName {2}Desk$/m)
  assert.match(waiting.out, /ActionRequired, by sysop: Send a logo\n$/)
  assert.deepEqual(JSON.parse((await channels('show', 'chn_1', '--json')).out), rcs)
})

test('an unknown binding and a missing id are refused', async () => {
  const unknown = await channels('show', 'chn_9')
  assert.deepEqual([unknown.exit, /Not found/.test(unknown.err)], [2, true])
  const missing = await channels('show')
  assert.deepEqual([missing.exit, /BINDING is missing/.test(missing.err)], [2, true])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FakeParley, type Routes, startFakeParley } from '../../testing/fake-parley.ts'
import { type CliResult, type CliTestOptions, runCliTest } from '../../testing/run-cli.ts'

const webhooks = '/v1/orgs/demo/webhooks'
const hook = { id: 'wh_1', url: 'https://example.com/hook', events: ['goal.reached', 'desk.waiting'], active: true }
const made = { ...hook, signingSecret: 'whsec_abc' }
const delivery = {
  id: 'evt_1',
  type: 'goal.reached',
  status: 'failed',
  attemptCount: 3,
  createdAt: '2030-01-31T09:00:00Z',
}

async function run(
  args: string[],
  routes: Routes,
  world: CliTestOptions = {},
): Promise<CliResult & { parley: FakeParley }> {
  const parley = await startFakeParley(routes)
  const env = { PARLEY_URL: parley.url, PARLEY_API_KEY: 'sk-svc-own', PARLEY_ORG: 'demo' }
  return { ...(await runCliTest(['webhooks', ...args], { env, ...world })), parley }
}

test('the list shows which webhooks work', async () => {
  const failing = { ...hook, id: 'wh_2', failingSince: '2030-01-31T09:00:00Z' }
  const gone = { ...hook, id: 'wh_3', active: false, deactivation: { at: '2030-01-31T09:00:00Z', reason: 'gone' } }
  const { exit, out } = await run([], { [`GET ${webhooks}`]: { body: { data: [hook, failing, gone] } } })
  assert.equal(exit, 0)
  const [heading, ...rows] = out.trimEnd().split('\n')
  assert.match(heading ?? '', /^ID +STATE +URL +EVENTS$/)
  assert.match(rows.join('\n'), /^wh_1 +on +https:\S+ +goal\.reached desk\.waiting\nwh_2 +failing .*\nwh_3 +off: gone /)
})

test('creating a webhook prints nothing but its secret on the standard output', async () => {
  const routes = { [`POST ${webhooks}`]: { status: 201, body: made } }
  const args = ['create', hook.url, '--events', 'goal.reached, desk.waiting', '--description', 'CRM']
  const { exit, out, err, parley } = await run(args, routes)
  assert.deepEqual([exit, out], [0, 'whsec_abc\n'])
  assert.doesNotMatch(err, /whsec/)
  assert.deepEqual(parley.called(`POST ${webhooks}`)[0]?.body, {
    url: hook.url,
    events: hook.events,
    description: 'CRM',
  })
})

test('a test, the deliveries and sending one again', async () => {
  const routes = {
    [`POST ${webhooks}/wh_1/_test`]: { status: 202, body: delivery },
    [`GET ${webhooks}/wh_1/deliveries`]: { body: { data: [{ ...delivery, lastError: 'HTTP 500' }] } },
    [`POST ${webhooks}/wh_1/deliveries/evt_1/_resend`]: { status: 202, body: delivery },
  }
  assert.match((await run(['test', 'wh_1'], routes)).out, /evt_1 is on its way/)
  assert.match((await run(['deliveries', 'wh_1'], routes)).out, /goal\.reached +failed +3 +evt_1 +HTTP 500/)
  const { parley } = await run(['resend', 'wh_1', 'evt_1'], routes)
  assert.equal(parley.called(`POST ${webhooks}/wh_1/deliveries/evt_1/_resend`).length, 1)
  assert.equal((await run(['resend', 'wh_1'], routes)).exit, 2)
})

test('a rotation asks first, names the overlap and prints nothing but the secret', async () => {
  const rotate = `POST ${webhooks}/wh_1/_rotate`
  const routes = { [`GET ${webhooks}/wh_1`]: { body: hook }, [rotate]: { body: made } }
  const confirmed = await run(['rotate', 'wh_1', '--overlap', '60'], routes, { typed: ['yes'] })
  assert.deepEqual([confirmed.exit, confirmed.out], [0, 'whsec_abc\n'])
  assert.match(confirmed.err, /The old one ends in 60 minutes/)
  assert.equal(confirmed.parley.called(rotate)[0]?.query, '?overlapMinutes=60')
  const refused = await run(['rotate', 'wh_1'], routes, { typed: [''] })
  assert.deepEqual([refused.exit, refused.parley.called(rotate).length], [3, 0])
  assert.match(
    (await run(['rotate', 'wh_1', '--overlap', '99999', '--yes'], routes)).err,
    /--overlap must be a whole number/,
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FakeParley, type Routes, startFakeParley } from '../../testing/fake-parley.ts'
import { type CliResult, type CliTestOptions, runCliTest } from '../../testing/run-cli.ts'

const hook = '@svc/tool.http-webhook'
const bindings = '/tool-bindings'
const pathOf = (toolId: string) => `${bindings}/${encodeURIComponent(toolId)}`
const complete = { complete: true, missing: [] }
const bound = { toolId: hook, config: {}, enabled: true, secrets: {}, configStatus: complete }

async function toolsCalled(
  args: string[],
  routes: Routes,
  world: CliTestOptions = {},
): Promise<CliResult & { parley: FakeParley }> {
  const parley = await startFakeParley(routes)
  const env = { PARLEY_URL: parley.url, PARLEY_API_KEY: 'sk-svc-own', PARLEY_ORG: 'demo', PARLEY_AGENT: 'desk' }
  return { ...(await runCliTest(['tools', ...args], { env, ...world })), parley }
}

const slack = '@svc/tool.slack-webhook'
const mail = '@svc/tool.sendgrid-mail'
const lists: Routes = {
  [`GET ${bindings}`]: {
    body: {
      data: [
        bound,
        { ...bound, toolId: slack, configStatus: { complete: false, missing: ['webhookUrl'] } },
        { ...bound, toolId: mail, enabled: false },
      ],
    },
  },
  [`GET ${pathOf(hook)}/users`]: {
    body: { data: [{ playbookId: 'leads', name: 'Leads', calledBy: ['model', 'flow'] }] },
  },
  [`GET ${pathOf(slack)}/users`]: { body: { data: [] } },
  [`GET ${pathOf(mail)}/users`]: { body: { data: [] } },
}

test('tools are listed with their state, what they lack and who calls them, also without a command', async () => {
  for (const args of [['list'], []]) {
    const { exit, out } = await toolsCalled(args, lists)
    assert.equal(exit, 0)
    assert.match(out, /^ID +STATE +USED BY\n@svc\/tool.http-webhook +ready +leads \(model, flow\)\n/)
    assert.match(out, /slack-webhook +incomplete: webhookUrl/)
    assert.match(out, /sendgrid-mail +off/)
  }
  const { out } = await toolsCalled(['--json'], lists)
  assert.deepEqual(
    JSON.parse(out).data.map(({ state }: { state: string }) => state),
    ['ready', 'incomplete', 'off'],
  )
  assert.match((await toolsCalled(['list'], { [`GET ${bindings}`]: { body: { data: [] } } })).out, /no tools yet/)
  assert.equal((await toolsCalled(['lst'], lists)).exit, 2)
})

const [sheets, calendar, meetings] = [
  '@svc/tool.google-sheets',
  '@svc/tool.google-calendar',
  '@svc/tool.microsoft-calendar',
]
const status = (toolId: string) => `GET /tools/${encodeURIComponent(toolId)}/oauth/status`
const oauth = { provider: 'google', scopes: [] }
const withGrants: Routes = {
  'GET /v1/catalogs/tools': {
    body: { data: [{ id: hook }, ...[sheets, calendar, meetings].map((id) => ({ id, oauth }))] },
  },
  [`GET ${bindings}`]: {
    body: {
      data: [
        bound,
        { ...bound, toolId: sheets, configStatus: { complete: false, missing: ['spreadsheetId', 'oauth'] } },
        { ...bound, toolId: calendar, config: { connectionId: 'con_1' } },
        { ...bound, toolId: meetings },
      ],
    },
  },
  ...Object.fromEntries(
    [hook, sheets, calendar, meetings].map((id) => [`GET ${pathOf(id)}/users`, { body: { data: [] } }]),
  ),
  [status(sheets)]: { body: { status: 'not-connected' } },
  'GET /v1/orgs/demo/connections/con_1': { body: { id: 'con_1', status: 'expired' } },
}

test('a tool without the account that it acts with is incomplete, and a grant that does not work is named', async () => {
  const { out } = await toolsCalled(['list'], withGrants)
  assert.match(out, /http-webhook +ready *\n/)
  assert.match(out, /google-sheets +incomplete: spreadsheetId, oauth \(not-connected\)/)
  assert.match(out, /google-calendar +ready: oauth \(expired\)/)
  assert.match(out, /microsoft-calendar +incomplete: oauth \(not-connected\)/, 'this installation has no client there')
  const { data } = JSON.parse((await toolsCalled(['--json'], withGrants)).out)
  assert.deepEqual(
    data.map(({ grant = 'none' }: { grant?: string }) => grant),
    ['none', 'not-connected', 'expired', 'not-connected'],
  )
})

const route = `POST ${pathOf(hook)}/_try`
const succeeds: Routes = { [route]: { body: { ok: true, milliseconds: 12, status: 200, result: { id: 51 } } } }
const given = '{"event":"lead.created","payload":{}}'

test('a tool is called after a confirmation, and the result is printed', async () => {
  const confirmed = await toolsCalled(['try', hook, '--with', given], succeeds, { typed: ['y'] })
  assert.equal(confirmed.exit, 0)
  assert.match(confirmed.out, /Succeeded after 12 ms, HTTP status 200\n\{"id":51\}/)
  assert.deepEqual(confirmed.parley.called(route)[0]?.body, { with: JSON.parse(given) })
  const refused = await toolsCalled(['try', hook, '--with', given], succeeds, { typed: [''] })
  assert.deepEqual([refused.exit, refused.parley.called(route).length], [3, 0])
  const inJson = await toolsCalled(['try', hook, '--yes', '--json'], succeeds)
  assert.deepEqual(JSON.parse(inJson.out), { exitCode: 0, ok: true, milliseconds: 12, status: 200, result: { id: 51 } })
  assert.deepEqual(inJson.parley.called(route)[0]?.body, { with: {} })
})

test('a failed call exits with 1 and says why, and its text cannot control the terminal', async () => {
  const error = 'The endpoint failed (500).\u001b[2J'
  const failed = await toolsCalled(['try', hook, '-y'], { [route]: { body: { ok: false, milliseconds: 9, error } } })
  assert.equal(failed.exit, 1)
  assert.match(failed.out, /Failed after 9 ms\nThe endpoint failed \(500\)/)
  assert.ok(!failed.out.includes('\u001b'))
})

test('parameters must be a JSON object', async () => {
  for (const wrong of ['{', '[]', 'null', '"x"']) {
    const { exit, err, parley } = await toolsCalled(['try', hook, '--yes', '--with', wrong], succeeds)
    assert.deepEqual([exit, parley.called(route).length], [2, 0])
    assert.match(err, /--with must be a JSON object/)
  }
})

const calls = `GET ${pathOf(hook)}/calls`
const call = { id: 'tcl_1', toolId: hook, at: '2030-01-31T09:00:00Z', state: 'succeeded', given: {}, milliseconds: 12 }

test('the last calls are listed by state, with their results or errors', async () => {
  const data = [
    { ...call, calledBy: 'flow', playbookId: 'leads', result: { id: 51 } },
    { ...call, calledBy: 'trial', state: 'failed', error: 'The endpoint failed (500).' },
  ]
  const { exit, out, parley } = await toolsCalled(['calls', hook, '--state', 'failed', '--limit', '5'], {
    [calls]: { body: { data } },
  })
  assert.equal(exit, 0)
  assert.match(
    out,
    /^WHEN +CALLED BY +STATE +MS +RESULT\n2030-01-31T09:00:00Z +flow of leads +succeeded +12 +\{"id":51\}\n/,
  )
  assert.match(out, /trial +failed +12 +The endpoint failed/)
  assert.equal(parley.called(calls).length, 1)
  assert.match((await toolsCalled(['calls', hook], { [calls]: { body: { data: [] } } })).out, /No calls/)
  assert.equal((await toolsCalled(['calls', hook, '--state', 'lost'], {})).exit, 2)
  assert.equal((await toolsCalled(['calls', hook, '--limit', '0'], {})).exit, 2)
})

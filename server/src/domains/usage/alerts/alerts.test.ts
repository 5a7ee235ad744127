import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stillWorld } from '../../../platform/world.ts'
import { createAnotherProcess, createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createAgentFinder } from '../../agents/index.ts'
import type { Catalog } from '../../catalogs/index.ts'
import { builtInCatalog } from '../../catalogs/index.ts'
import { toDefinitionAlerts } from './build-alerts.ts'

/** One alert of each kind that can be created here; sends and tests are covered with usage. */

const world = stillWorld('2030-01-31T12:00:00.000Z')
const server = await createTestApp({ world })
const { pool, db } = server.database
const attention = async (agent: TestAgent): Promise<ReplyBody[]> =>
  assertStatus(await agent.client.get(`/orgs/${agent.orgId}/attention`), 200).data
const at = (hoursAgo: number) => new Date(world.now().getTime() - hoursAgo * 3_600_000)
const keyOf = async ({ orgId, id }: TestAgent) => (await createAgentFinder(db)({ id: orgId }, id))?.key

test('a healthy org has no alerts', async () => {
  assert.deepEqual(await attention(await createTestAgent(server)), [])
})

test('a failed channel is an error, one that waits for the operator is a warning; both state why', async () => {
  const agent = await createTestAgent(server)
  const { id } = assertStatus(await agent.post('/channels', { channel: 'rcs', mode: 'managed' }), 201)
  const become = (status: string, detail: string) =>
    pool.query('update channel_bindings set status = $2, status_detail = $3, updated_at = $4 where id = $1', [
      ...[id, status, detail, at(1)],
    ])
  await become('Failed', 'The credentials were refused')
  const entry = { agentId: agent.id, at: at(1).toISOString(), target: { kind: 'channel', id } }
  const text = 'The rcs channel of Harbour failed: The credentials were refused.'
  assert.deepEqual(await attention(agent), [{ ...entry, kind: 'channel.failed', severity: 'error', text }])
  await become('ActionRequired', 'Missing: Description.')
  const waits = 'The rcs channel of Harbour needs an action from you: Missing: Description.'
  const expected = { ...entry, kind: 'channel.action-required', severity: 'warning', text: waits }
  assert.deepEqual(await attention(agent), [expected])
})

test('connections and tools that must be granted again raise an alert', async () => {
  const agent = await createTestAgent(server)
  const [org, key] = [agent.orgId, await keyOf(agent)]
  const times = [at(3), at(2)]
  await pool.query(
    `insert into connections (org_id, id, provider, label, status, tokens, created_at, updated_at)
     values ($1, 'broken', 'google', 'Calendars', 'revoked', '', $2, $2), ($1, 'fine', 'google', 'Fine', 'connected', '', $2, $2)`,
    [org, times[0]],
  )
  await pool.query(
    `insert into tool_grants (agent_key, tool_id, provider, status, tokens, connected_at, updated_at)
     values ($1, 'crm', 'google', 'expired', '', $2, $2)`,
    [key, times[1]],
  )
  const alerts = (await attention(agent)).map(({ kind, text, target }) => [kind, text, target])
  assert.deepEqual(alerts, [
    ['tool.broken', 'The access granted to the tool crm has expired. Connect it again.', { kind: 'tool', id: 'crm' }],
    [
      'connection.broken',
      'The connection Calendars was revoked. Connect it again.',
      { kind: 'connection', id: 'broken' },
    ],
  ])
})

test('the alert about a broken grant or connection names the playbooks that call the tool', async () => {
  const agent = await createTestAgent(server)
  const sheets = '@svc/tool.google-sheets'
  const calendar = '@svc/tool.google-calendar'
  const binding = (toolId: string) => `/tool-bindings/${encodeURIComponent(toolId)}`
  assertStatus(await agent.put(binding(calendar), { config: { connectionId: 'broken' } }), 200)
  assertStatus(await agent.put(binding(sheets), { config: { spreadsheetId: 'sheet-1' } }), 200)
  const flow = { slots: [], steps: [{ action: `tool:${sheets}.call` }, { end: { outcome: 'done' } }] }
  assertStatus(await agent.post('/playbooks', { id: 'sales', name: 'Sales', body: 'Sell.', flow }), 201)
  assertStatus(
    await agent.post('/playbooks', { id: 'visits', name: 'Visits', body: 'Meet.', toolRefs: [calendar] }),
    201,
  )
  await pool.query(
    `insert into connections (org_id, id, provider, label, status, tokens, created_at, updated_at)
     values ($1, 'broken', 'google', 'Calendars', 'revoked', '', $2, $2)`,
    [agent.orgId, at(3)],
  )
  await pool.query(
    `insert into tool_grants (agent_key, tool_id, provider, status, tokens, connected_at, updated_at)
     values ($1, $2, 'google', 'expired', '', $3, $3)`,
    [await keyOf(agent), sheets, at(2)],
  )
  const texts = (await attention(agent)).map(({ text }) => text.replace(/^.*again\. /, ''))
  assert.deepEqual(texts, ['Affected playbooks: Sales.', 'Affected playbooks: Visits (Harbour).'])
})

test('webhooks that were deactivated or have failed for a while raise an alert, which shows only the host of the URL', async () => {
  const agent = await createTestAgent(server)
  const hooks = `/orgs/${agent.orgId}/webhooks`
  const make = async (host: string): Promise<string> =>
    assertStatus(await agent.client.post(hooks, { url: `https://${host}/in?key=secret`, events: [] }), 201).id
  const [failed, failing, shortly, paused] = [
    await make('gone.example.com'),
    await make('failing.example.com'),
    await make('shortly.example.com'),
    await make('paused.example.com'),
  ]
  const since = (id: string, hours: number) =>
    pool.query('update webhooks set failing_since = $2 where id = $1', [id, at(hours)])
  await since(failing, 3)
  await since(shortly, 0.1)
  await pool.query(
    `update webhooks set active = false, deactivated_at = $2, deactivation_reason = 'gone' where id = $1`,
    [failed, at(5)],
  )
  assertStatus(await agent.client.call('PATCH', `${hooks}/${paused}`, { active: false }), 200)
  const alerts = (await attention(agent)).map(({ kind, severity, text, target }) => [kind, severity, target.id, text])
  assert.deepEqual(alerts, [
    [
      ...['webhook.deactivated', 'error', failed],
      'The webhook at gone.example.com was deactivated because it kept failing.',
    ],
    [
      'webhook.failing',
      'warning',
      failing,
      'The webhook at failing.example.com is failing: events are waiting to be delivered.',
    ],
  ])
})

test('campaigns that failed or are blocked, and unreadable knowledge sources, raise an alert', async () => {
  const agent = await createTestAgent(server)
  const key = await keyOf(agent)
  const campaign = (id: string, status: string, more: { waiting?: object; detail?: string; ended?: Date }) =>
    pool.query(
      `insert into campaigns (agent_key, id, name, outreach_id, audience, is_test, status, blocked_by, detail, created_at, updated_at, ended_at)
       values ($1, $2, $2, 'o', '{}', false, $3, $4, $5, $6, $6, $7)`,
      [key, id, status, more.waiting && JSON.stringify(more.waiting), more.detail, at(2), more.ended],
    )
  await campaign('Spring', 'failed', { detail: 'The Outreach is gone', ended: at(4) })
  await campaign('Long ago', 'failed', { ended: at(24 * 30) })
  await campaign('Held', 'running', { waiting: { reason: 'binding_disabled' } })
  await campaign('Night', 'running', { waiting: { reason: 'outside_safe_hours' } })
  await campaign('Fine', 'running', {})
  await pool.query(
    `insert into knowledge_sources (agent_key, id, kind, name, status, created_at, updated_at)
     values ($1, 'src', 'url', 'Prices', 'failed', $2, $2)`,
    [key, at(1)],
  )
  const alerts = (await attention(agent)).map(({ kind, severity, text }) => [kind, severity, text])
  assert.deepEqual(alerts, [
    ['campaign.failed', 'error', 'The campaign Spring failed: The Outreach is gone.'],
    ['source.failed', 'warning', 'The knowledge source Prices could not be read.'],
    ['campaign.held-up', 'warning', 'The campaign Held is delayed: its channel is not active.'],
  ])
})

/** The same catalog, one version later. */
const upgraded: Catalog = {
  ...builtInCatalog,
  find: (...args) => {
    const found = builtInCatalog.find(...args)
    return found && 'version' in found ? { ...found, version: '99.0.0' } : found
  },
}

test('template updates raise an alert until they are applied', async () => {
  const agent = await createTestAgent(server)
  const [template] = builtInCatalog.list('playbook-templates')
  assertStatus(await agent.post('/playbooks/import', { templateId: template?.id }), 200)
  assert.deepEqual(await attention(agent), [])
  const later = createAnotherProcess(server, { catalog: upgraded })(agent)
  const [entry, ...others] = await attention(later)
  assert.deepEqual(others, [])
  assert.deepEqual(entry, {
    ...{ agentId: agent.id, kind: 'template.updates', severity: 'info', count: 1, target: { kind: 'template-update' } },
    text: 'Harbour has 1 template update available.',
  })
  const [{ kind, id }] = assertStatus(await later.get('/updates'), 200).data
  assertStatus(await later.post('/updates/apply', { kind, id }), 200)
  assert.deepEqual(await attention(later), [])
})

test('an alert counts the errors in the configuration', () => {
  const [entry] = toDefinitionAlerts({ id: 'desk', name: 'Desk' }, { lintErrors: 2, updates: 0 })
  assert.deepEqual([entry?.kind, entry?.count, entry?.text], [
    'lint.errors', 2, 'The configuration of Desk has 2 errors.',
  ]) // biome-ignore format: short
})

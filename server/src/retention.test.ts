import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createChores } from './background-work.ts'
import { createAgentFinder } from './domains/agents/index.ts'
import { createTestAgent } from './testing/agent.ts'
import { createTestApp } from './testing/app.ts'
import { insertTestRow } from './testing/insert-row.ts'

/** Expired data is deleted by the chores, and nothing younger is. See docs/privacy.md. */

const server = await createTestApp()
const { context, services, database } = server
const { pool, db } = database
const day = 86_400_000
const now = new Date()
const { historyDays } = context.config

type Kept = { table: string; at: string; days: number; row?: Record<string, unknown>; slackDays?: number }

/** Partitions are dropped whole: up to a thirtieth of the history later than configured. */
const partitioned = { slackDays: historyDays / 30 + 1 }

/** Everything that is deleted by age. */
const cases: readonly Kept[] = [
  { table: 'traffic', at: 'at', days: historyDays, ...partitioned },
  { table: 'agent_logs', at: 'at', days: historyDays, ...partitioned },
  { table: 'sessions', at: 'started_at', days: historyDays },
  { table: 'messages', at: 'accepted_at', days: historyDays },
  { table: 'turns', at: 'at', days: historyDays },
  { table: 'runtime_conversations', at: 'updated_at', days: historyDays },
  { table: 'session_reviews', at: 'created_at', days: historyDays },
  { table: 'appointment_reminders', at: 'start_utc', days: historyDays },
  { table: 'desk_events', at: 'at', days: historyDays, row: { asid: 'someone', kind: 'taken', state: 'human' } },
  { table: 'desk_notes', at: 'at', days: historyDays, row: { asid: 'someone' } },
  { table: 'turn_questions', at: 'at', days: historyDays, row: { asid: 'someone' } },
  { table: 'session_outcomes', at: 'started_at', days: historyDays, row: { asid: 'someone' } },
  { table: 'audit_log', at: 'at', days: historyDays, row: { actor_kind: 'key' } },
  { table: 'usage_hours', at: 'hour', days: historyDays },
  { table: 'conversation_events', at: 'at', days: 30, row: { type: 'system' } },
  { table: 'dispatches', at: 'created_at', days: 31 },
  { table: 'fetched_media', at: 'used_at', days: 31 },
  { table: 'handset_messages', at: 'at', days: 31 },
  { table: 'team_notices', at: 'created_at', days: 30 },
  { table: 'assistant_entries', at: 'at', days: 30 },
  { table: 'outbox', at: 'created_at', days: 30 },
  { table: 'webhook_deliveries', at: 'created_at', days: 30 },
  { table: 'people_imports', at: 'created_at', days: 30, row: { status: 'completed' } },
  { table: 'appointment_mails', at: 'created_at', days: 30 },
  { table: 'tool_calls', at: 'at', days: 7 },
  { table: 'canary_definitions', at: 'used_at', days: 7 },
  { table: 'tool_binding_calls', at: 'at', days: 30, row: { state: 'succeeded' } },
  { table: 'capabilities', at: 'checked_at', days: 8 },
  { table: 'webchat_visitors', at: 'seen_at', days: 180 },
  { table: 'sends', at: 'queued_at', days: 180 },
  { table: 'follow_ups', at: 'created_at', days: 180 },
  { table: 'tracked_links', at: 'created_at', days: 400 },
  { table: 'goals_reached', at: 'reached_at', days: 400 },
  { table: 'automated_rows', at: 'triggered_at', days: 180, row: { state: 'skipped' } },
  { table: 'link_redemptions', at: 'redeemed_at', days: 180 },
  { table: 'test_results', at: 'created_at', days: 90, row: { run_id: 'run' } },
  { table: 'replays', at: 'created_at', days: Math.min(90, historyDays), row: { status: 'completed' } },
  {
    table: 'replay_conversations',
    at: 'session_at',
    days: historyDays,
    row: { replay_id: 'replay', state: 'completed', verdict: 'same' },
  },
  { table: 'simulations', at: 'created_at', days: 90, row: { status: 'completed' } },
  { table: 'test_runs', at: 'created_at', days: 365, row: { status: 'completed' } },
  { table: 'unresolved_messages', at: 'unresolved_since', days: 2 },
  { table: 'unmatched_receipts', at: 'received_at', days: 1 },
  { table: 'account_sessions', at: 'expires_at', days: 0, row: { user_id: 'user' } },
  { table: 'invitations', at: 'expires_at', days: 0, row: { role: 'viewer' } },
  { table: 'oauth_clients', at: 'expires_at', days: 0 },
  { table: 'oauth_grants', at: 'expires_at', days: 0, row: { user_id: 'user' } },
  { table: 'oauth_codes', at: 'expires_at', days: 0, row: { user_id: 'user' } },
  { table: 'oauth_tokens', at: 'expires_at', days: 0, row: { user_id: 'user', kind: 'access' } },
  { table: 'idempotency_keys', at: 'created_at', days: 1 },
  { table: 'rate_buckets', at: 'refilled_at', days: 1 },
]

const daysAgo = (days: number): Date => new Date(now.getTime() - days * day)

/** The rows that other rows refer to. */
async function plantGround(): Promise<Record<string, unknown>> {
  const agent = await createTestAgent(server)
  const { key } = (await createAgentFinder(db)({ id: agent.orgId }, agent.id)) ?? assert.fail()
  const ground = { agent_key: key, org_id: agent.orgId }
  const handset = { channel: 'sms', address: 'handset' }
  await insertTestRow(pool, 'handsets', { ...ground, ...handset })
  await insertTestRow(pool, 'webhooks', { ...ground, id: 'hook', secret: '\\x00' })
  await insertTestRow(pool, 'test_runs', { ...ground, id: 'run', status: 'completed', created_at: now })
  await insertTestRow(pool, 'replays', { ...ground, id: 'replay', status: 'completed', created_at: now })
  await insertTestRow(pool, 'people', { ...ground, id: 'person' })
  const times = { last_content_at: now, session_started_at: now, created_at: now }
  await insertTestRow(pool, 'conversations', { ...ground, asid: 'someone', ...times })
  await insertTestRow(pool, 'users', { id: 'user', email: 'member@example.com' })
  await insertTestRow(pool, 'members', { ...ground, user_id: 'user', role: 'viewer' })
  const later = { expires_at: new Date(now.getTime() + day) }
  await insertTestRow(pool, 'oauth_clients', { id: 'client', ...later })
  await insertTestRow(pool, 'oauth_grants', { ...ground, ...later, user_id: 'user', id: 'grant', client_id: 'client' })
  const { rows } = await pool.query('select person_key from people where agent_key = $1', [key])
  const appointment = { id: 'appointment', start_at: now, end_at: new Date(now.getTime() + day) }
  await insertTestRow(pool, 'appointments', { ...ground, ...appointment, person_key: rows[0].person_key })
  return {
    ...ground,
    ...handset,
    webhook_id: 'hook',
    appointment_id: 'appointment',
    client_id: 'client',
    grant_id: 'grant',
  }
}

const margin = 1 / 24

before(async () => {
  const ground = await plantGround()
  // Creates the partitions before inserting; with rows in place they would be created around them.
  await runChores()
  for (const { table, at, days, row = {}, slackDays = 0 } of cases) {
    for (const age of [days + slackDays + margin, days - margin]) {
      const hash = `\\x${Buffer.from(`${table} ${age}`).toString('hex')}`
      const more = { source_hash: hash, token_hash: hash, key_hash: null, hash }
      await insertTestRow(pool, table, { ...ground, ...more, ...row, [at]: daysAgo(age) })
    }
  }
  await runChores()
})

async function runChores(): Promise<void> {
  for (const { name, run } of createChores(services))
    if (/^(forget|delete|keep)-/.test(name)) await run(db, context.world, new AbortController().signal)
}

for (const { table, at, days, slackDays = 0 } of cases) {
  test(`${table} keeps rows younger than ${days} days, and nothing older`, async () => {
    const count = async (when: string, than: Date) =>
      (await pool.query(`select count(*)::int as rows from ${table} where ${at} ${when} $1`, [than])).rows[0].rows
    assert.equal(await count('<', daysAgo(days + slackDays)), 0)
    assert.ok((await count('>=', daysAgo(days))) > 0)
  })
}

test('costs of models and reached budgets are kept as long as the history, by day', async () => {
  const { rows } = await pool.query('select agent_key from agents limit 1')
  const [old, recent] = [daysAgo(historyDays + 2), daysAgo(historyDays - 2)]
  for (const at of [old, recent]) {
    await insertTestRow(pool, 'model_costs', { ...rows[0], day: at, model_id: 'fast' })
    await insertTestRow(pool, 'budget_thresholds', { ...rows[0], period_start: at, per: 'day' })
  }
  await runChores()
  const count = async (table: string, at: string) =>
    (await pool.query(`select count(*)::int as rows from ${table} where ${at} < $1`, [daysAgo(historyDays)])).rows[0]
      .rows
  assert.deepEqual([await count('model_costs', 'day'), await count('budget_thresholds', 'period_start')], [0, 0])
  const { rows: kept } = await pool.query('select from model_costs union all select from budget_thresholds')
  assert.equal(kept.length, 2)
})

test('every other table keeps its rows until a user deletes them', async () => {
  const { rows } = await pool.query<{ name: string }>(`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`)
  const aging = new Set([...cases.map(({ table }) => table), 'model_costs', 'budget_thresholds'])
  const lasting = rows.map(({ name }) => name).filter((name) => !aging.has(name))
  assert.deepEqual(
    lasting.filter((name) => !untilDeleted.includes(name)),
    [],
    'for how long is it kept, and which chore removes it? docs/privacy.md should say so',
  )
})

/**
 * Tables without a retention period: configuration, people, and rows that are transient or deleted with something else.
 */
const untilDeleted = [
  ...['agent_secrets', 'agents', 'api_keys', 'calendar_links', 'channel_binding_events', 'channel_bindings'],
  ...['connections', 'definitions', 'emulator_grants', 'gateway_credentials', 'installation', 'media', 'members'],
  ...['oauth_states', 'orgs', 'outreach_links', 'personas', 'sandbox_people', 'segments', 'system_keys', 'tool_grants'],
  ...['desk_settings', 'desk_replies', 'desk_streams', 'desk_views', 'org_models', 'agent_model_settings'],
  ...[
    'users',
    'webhooks',
    'weekly_mails',
    'schema_migrations',
    'recovery_codes',
    'second_factors',
    'outreach_rechecks',
    'date_triggers',
  ],
  ...['delivery_deadlines', 'sequence_enrollments'],
  ...[
    'knowledge_contents',
    'knowledge_entries',
    'knowledge_embedding_states',
    'knowledge_sources',
    'knowledge_vectors',
  ],
  ...['knowledge_words', 'test_cases', 'test_limits', 'test_suites', 'test_usage', 'usage_rollup'],
  'simulated_conversations',
  ...['people', 'people_search_keys', 'identities', 'consent_entries', 'journal_entries', 'stop_lists', 'stops'],
  ...['appointments', 'calendar_events', 'conversations', 'erased_conversations', 'handsets', 'webchat_entries'],
  ...['campaigns', 'campaign_snapshot_cleanups', 'campaign_dispatchers', 'campaign_recipients', 'campaign_stagings'],
  ...['agent_versions', 'agent_version_sections', 'agent_drafts', 'agent_draft_sections', 'agent_draft_edits'],
  ...['question_groups', 'insight_days', 'unanswered_days', 'topic_days', 'outcome_days'],
  ...['chores', 'dispatchers', 'relayed_calls', 'relays', 'webhook_notices', 'work_lanes'],
]

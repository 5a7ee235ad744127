import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../testing/database.ts'

/** Every tenant table has the agent as the first key column, so that it can be partitioned and distributed by it. */

/** Small tables that every agent reads: replicated to each machine of a distributed database. */
const ofEverybody = [
  'chores',
  'dispatchers',
  'installation',
  'oauth_clients',
  'orgs',
  'schema_migrations',
  'system_keys',
  'usage_rollup',
  'users',
]
/** Tables of an organization rather than an agent. */
const ofOrgs = [
  ...[
    'account_sessions',
    'api_keys',
    'audit_log',
    'connections',
    'invitations',
    'members',
    'oauth_grants',
    'org_models',
    'recovery_codes',
    'second_factors',
  ],
  ...['test_limits', 'test_usage'],
]
/**
 * Queues that any free worker claims from, whose rows disappear or stay unchanged afterwards: they stay together on one
 * machine.
 */
const withoutAgent = ['outbox', 'rate_buckets', 'webhook_deliveries', 'webhook_notices', 'webhooks', 'work_lanes']
const others = [
  // Keyed by a unique number that identifies one snapshot of one campaign.
  ...['campaign_snapshot_cleanups', 'campaign_recipients'],
  // Looked up by a secret alone, before its owner is known.
  ...['idempotency_keys', 'oauth_codes', 'oauth_states', 'oauth_tokens'],
]

type Keyed = { name: string; key: string[] }

test('the primary key of every table begins with the agent, except for the tables named here', async () => {
  const { pool } = await createTestDatabase()
  const { rows } = await pool.query<Keyed>(`
    select tables.relname as name,
      array(select attname::text from unnest(indkey) with ordinality as part (attnum, at)
        join pg_attribute using (attnum) where attrelid = tables.oid order by at) as key
    from pg_class as tables join pg_index on indrelid = tables.oid and indisprimary
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`)
  const not = rows.filter(({ key }) => key[0] !== 'agent_key').map(({ name }) => name)
  assert.deepEqual(not, [...ofEverybody, ...ofOrgs, ...withoutAgent, ...others].toSorted())
})

test('tables that grow with traffic are partitioned by time', async () => {
  const { pool } = await createTestDatabase()
  const { rows } = await pool.query<Keyed>(`
    select relname as name, array[pg_get_partkeydef(oid)] as key from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'p' order by 1`)
  assert.deepEqual(
    rows.map(({ name, key: [by] }) => `${name} ${by}`),
    ['agent_logs RANGE (at)', 'traffic RANGE (at)'],
  )
})

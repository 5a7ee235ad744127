import type { Query } from '../environment/environment.ts'
import { filterCallsByKind } from '../traffic/acknowledged-calls.ts'
import { type AllowedExit, type Evidence, type Invariant, readIds } from './invariant.ts'

const agentTables = [
  'sends',
  'messages',
  'conversations',
  'conversation_events',
  'people',
  'identities',
  'appointments',
  'campaigns',
]

/** Returns a hash of all data of an agent that no scenario touches. */
export async function fingerprintAgent(query: Query, agentId: string): Promise<string> {
  const tables = [...agentTables, 'definitions', 'agents', 'channel_bindings']
  const hashQueries = tables.map(
    (table) => `select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as hash from ${table} t
      where agent_key = (select agent_key from agents where id = $1)`,
  )
  return (await query<{ hash: string }>(hashQueries.join(' union all '), [agentId])).map(({ hash }) => hash).join(' ')
}

export const platformInvariants: Invariant[] = [
  {
    name: 'I13',
    statement: 'every row of an agent belongs to an existing agent, and an org that nothing touched did not change',
    async check(evidence) {
      const { query, canary } = evidence
      const orphanQueries = agentTables.map(
        (table) => `select distinct '${table} of agent ' || agent_key || ', which is not there' as id from ${table}
          where agent_key not in (select agent_key from agents)`,
      )
      const isUnchanged = (await fingerprintAgent(query, canary.agentId)) === canary.before
      return [
        ...(await readIds(evidence, orphanQueries.join(' union all '))),
        ...(isUnchanged ? [] : ['the canary org changed']),
      ]
    },
  },
  {
    name: 'I17',
    statement: 'no secret is stored in clear text',
    check: async (evidence) => [...(await findSecretsInTables(evidence)), ...findSecretsInLogs(evidence)],
  },
  {
    name: 'I18',
    statement: 'no process exits unexpectedly or leaves a rejected promise unhandled',
    check: ({ processes }) =>
      processes.flatMap(({ name, output, unexpectedExits }) => [
        ...unexpectedExits,
        ...(/unhandled|uncaught/i.exec(output)
          ? [`${name} logged ${/.*(?:unhandled|uncaught).*/i.exec(output)?.[0].slice(0, 200)}`]
          : []),
      ]),
  },
  {
    name: 'I18',
    statement: 'a failed start explains why in one sentence, and exits with code 1',
    check: ({ processes }) =>
      processes.flatMap(({ name, allowedExits }) =>
        allowedExits
          .filter((exit) => !isActionable(exit))
          .map(
            ({ code, signal, output }) =>
              `${name} failed to start with ${code ?? signal}: ${output.trim().slice(-300)}`,
          ),
      ),
  },
  {
    name: 'I18',
    statement: 'checks made during a fault hold',
    check: ({ reports }) => [...reports],
  },
  {
    name: 'I18',
    statement: 'no transaction stays open',
    check: (evidence) =>
      readIds(
        evidence,
        `select 'connection ' || pid || ' has been idle in a transaction since ' || xact_start as id from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%' and xact_start < now() - interval '20 seconds'`,
      ),
  },
  {
    name: 'P12',
    statement: 'while a dependency is down, requests return 502, 503 or 504, and valid requests are never rejected',
    check: ({ acknowledged }) =>
      filterCallsByKind(acknowledged, 'unexpected').map(
        ({ method, path, status, code }) => `${method} ${path.replace(/_[\w-]+/g, '_…')} returned ${status} ${code}`,
      ),
  },
]

/** The message is actionable: a sentence without a stack trace. */
const isActionable = ({ code, output }: AllowedExit): boolean =>
  code === 1 && /Parley did not start\.\n\n {2}[A-Z]/.test(output) && !/\n\s+at /.test(output)

async function findSecretsInTables({ query, secrets }: Evidence): Promise<string[]> {
  const tables = await query<{ name: string }>(
    `select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p') and nspname = 'public' and not relispartition`,
  )
  const problems: string[] = []
  for (const { name } of tables) {
    const rows = await query(`select from ${name} t where t::text like any ($1) limit 1`, [
      secrets.map((secret) => `%${secret}%`),
    ])
    if (rows.length > 0) problems.push(`the table ${name} contains a secret`)
  }
  return problems
}

/** The first start prints secrets only for the operator, before anything is served. */
function findSecretsInLogs({ processes, secrets }: Evidence): string[] {
  return processes.flatMap(({ name, output }) => {
    const lines = output.split('\n').filter((line) => line.startsWith('{'))
    return lines.some((line) => secrets.some((secret) => line.includes(secret)))
      ? [`the log of ${name} contains a secret`]
      : []
  })
}

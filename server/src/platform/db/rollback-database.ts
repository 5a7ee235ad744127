import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db } from './database.ts'
import type { Tables } from './tables.generated.ts'

/** A database whose changes are never committed, so that other sessions never see them. */
export type RollbackDatabase = {
  db: Db
  statements: readonly string[]
  rollback(): Promise<void>
}

/**
 * Opens one connection with one transaction that is rolled back at the end. Each checkout from the pool returns this
 * connection, and a nested transaction becomes a savepoint in it.
 */
export async function openRollbackDatabase(connectionString: string): Promise<RollbackDatabase> {
  const client = new pg.Client({ connectionString, query_timeout: 10_000, statement_timeout: 10_000 })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  let lent = 0
  const statements: string[] = []
  const perform = serializeQueries(client)
  const query: Query = (text, values) => {
    statements.push(text)
    return perform(text, values)
  }
  const connect = async () => toPoolClient(query, `lent_${++lent}`)
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect, end: async () => {}, options: {} } }),
  })
  return {
    db,
    statements,
    async rollback() {
      await db.destroy()
      // Closing the connection rolls back everything.
      await client.end()
    },
  }
}

type Query = (text: string, values: unknown[]) => Promise<pg.QueryResult>

/** Several users share the one connection, which runs one statement at a time. */
function serializeQueries(client: pg.Client): Query {
  let last: Promise<unknown> = Promise.resolve()
  return (text, values) => {
    const perform = () => client.query(text, [...values])
    const result = last.then(perform, perform)
    last = result
    return result
  }
}

function toPoolClient(query: Query, savepoint: string): pg.PoolClient {
  const instead = new Map([
    ['begin', `savepoint ${savepoint}`],
    ['commit', `release savepoint ${savepoint}`],
    ['rollback', `rollback to savepoint ${savepoint}`],
  ])
  return {
    query: (text: string, values: unknown[]) => query(instead.get(text) ?? text, values),
    release: () => {},
  } as unknown as pg.PoolClient
}

import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db } from './database.ts'
import type { Tables } from './tables.generated.ts'

/** A database in which everything can be done, and of which nothing remains or is ever seen by others. */
export type RollbackDatabase = {
  db: Db
  /** The text of each statement that was run. */
  statements: readonly string[]
  rollback(): Promise<void>
}

/**
 * One connection with one transaction that is rolled back at the end. What takes a connection of the pool gets this one,
 * and what begins a transaction gets a savepoint in it.
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
      // With the connection goes all that was done by it.
      await client.end()
    },
  }
}

type Query = (text: string, values: unknown[]) => Promise<pg.QueryResult>

/** Several borrowers share the one connection, and a connection performs one statement at a time. */
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

import pg from 'pg'
import { findStatementName } from './named.ts'

const readTimeout = 'Query read timeout'

/**
 * A connection on which an answer did not come in time goes: `pg` would keep it, and whoever is given it next would wait
 * behind that answer as long again. A server that has vanished without a word would so be waited for until the system
 * gives its connections up, which takes a quarter of an hour, or for ever where a balancer stands in between.
 */
export class PgClient extends pg.Client {
  override query(...given: unknown[]): never {
    const answer: unknown = super.query(...(given as [string]))
    if (answer instanceof Promise) answer.catch((error: unknown) => this.#goAfter(error))
    return answer as never
  }

  #goAfter(error: unknown): void {
    const { stream } = (this as unknown as { connection: { stream: import('node:net').Socket } }).connection
    if (error instanceof Error && error.message === readTimeout) stream.destroy()
  }
}

/** A connection to PostgreSQL itself: a pooler would send a statement and its name to different connections. */
export class DirectClient extends PgClient {
  override query(...given: unknown[]): never {
    const [text, values] = given
    const name = typeof text === 'string' && Array.isArray(values) ? findStatementName(text) : undefined
    return name === undefined ? super.query(...given) : super.query({ name, text, values })
  }
}

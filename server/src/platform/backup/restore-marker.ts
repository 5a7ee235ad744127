import type pg from 'pg'

/** This table exists from the beginning of a restore until its end. */
export const restoreMarkerTable = 'unfinished_restore'

export const unfinishedRestoreMessage =
  'A restore into this database started but did not finish, so the database is empty. Run `parley restore` with the ' +
  'same archive again, or use an empty database.'

type Queryable = Pick<pg.Pool, 'query'>

export async function hasRestoreMarker(client: Queryable): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as marked', [restoreMarkerTable])
  return rows[0]?.marked === true
}

export async function createRestoreMarker(client: Queryable): Promise<void> {
  await client.query(`create table if not exists ${restoreMarkerTable} (begun_at timestamptz not null default now())`)
}

export async function dropRestoreMarker(client: Queryable): Promise<void> {
  await client.query(`drop table ${restoreMarkerTable}`)
}

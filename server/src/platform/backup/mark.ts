import type pg from 'pg'

/** A table that is there from the beginning of a restore until its end. */
export const restoreMark = 'unfinished_restore'

export const unfinishedRestore =
  'A restore into this database was begun and not finished, so that nothing of it is here. Run `parley restore` with the ' +
  'same archive again, or use an empty database.'

type Asking = Pick<pg.Pool, 'query'>

/** Whether a restore was begun here and has not come to its end. */
export async function isMarked(client: Asking): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as marked', [restoreMark])
  return rows[0]?.marked === true
}

export async function setMark(client: Asking): Promise<void> {
  await client.query(`create table if not exists ${restoreMark} (begun_at timestamptz not null default now())`)
}

export async function removeMark(client: Asking): Promise<void> {
  await client.query(`drop table ${restoreMark}`)
}

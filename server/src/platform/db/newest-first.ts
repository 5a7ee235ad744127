import { type SelectQueryBuilder, sql } from 'kysely'
import { type PageQuery, parsePageToken } from '../http/page.ts'

/** Orders a list newest first and selects the requested page plus one row, continuing after the previous page. */
export function pageNewestFirst<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  page: PageQuery,
  by: { at: string; id: string; ids?: RegExp },
): SelectQueryBuilder<DB, TB, O> {
  const [at, id] = [sql.ref(by.at), sql.ref(by.id)]
  const after = parsePageToken(page.pageToken, by.ids)
  const from = after ? rows.where(sql<boolean>`(${at}, ${id}) < (${after.at}, ${after.id})`) : rows
  return from
    .orderBy(at, 'desc')
    .orderBy(id, 'desc')
    .limit(page.limit + 1)
}

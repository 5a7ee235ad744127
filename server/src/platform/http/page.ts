import { z } from 'zod'
import { findTextProblem } from './body.ts'
import { invalidRequest } from './problem.ts'

/** Lists run newest first and continue after the last row seen, so that rows added meanwhile shift nothing. */
export type Cursor = { at: Date; id: string }
export type ListPage<T> = { data: T[]; nextPageToken?: string }

export const pageQuery = z.strictObject({
  limit: z.coerce.number('must be a whole number').int().min(1).max(1000).default(200),
  pageToken: z.string().optional(),
})
export type PageQuery = z.output<typeof pageQuery>

const PageTokenSchema = z.tuple([z.iso.datetime(), z.string().refine((id) => findTextProblem(id) === undefined)])

/** Builds a page from one row more than requested: the extra row only shows that there is a next page. */
export function toListPage<Row, T>(
  rows: Row[],
  limit: number,
  cursorOf: (row: Row) => Cursor,
  show: (row: Row) => T,
): ListPage<T> {
  const pageRows = rows.slice(0, limit)
  const last = pageRows.at(-1)
  const data = pageRows.map(show)
  return rows.length > limit && last ? { data, nextPageToken: encodePageToken(cursorOf(last)) } : { data }
}

/** `ids` is the pattern of the list's ids, if they are not plain text. */
export function parsePageToken(token: string | undefined, ids = /^/): Cursor | undefined {
  if (token === undefined) return undefined
  try {
    const [at, id] = PageTokenSchema.parse(JSON.parse(Buffer.from(token, 'base64url').toString('utf8')))
    if (!ids.test(id)) throw new Error('no id of this list')
    return { at: new Date(at), id }
  } catch {
    throw invalidRequest([{ field: 'pageToken', message: 'must be a nextPageToken of the same list' }])
  }
}

function encodePageToken({ at, id }: Cursor): string {
  return Buffer.from(JSON.stringify([at.toISOString(), id])).toString('base64url')
}

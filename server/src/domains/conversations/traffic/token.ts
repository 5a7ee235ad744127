import { createHash } from 'node:crypto'
import { z } from 'zod'
import { invalid } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Window } from './window.ts'

/** Where a page ended: the time to the microsecond, and the entry. */
export type Place = { at: string; entry: number }

/** What a list was asked for, beside how much of it: its name and the filters. */
export type Asked = { list: 'messages' | 'logs'; filters: Record<string, unknown> }

const Token = z.tuple([
  z.string(),
  z.iso.datetime(),
  z.iso.datetime(),
  z.iso.datetime({ precision: 6 }),
  z.int().nonnegative(),
])

/** The window of the first page goes with it: to those that follow, nothing that came since belongs. */
export function tokenOf(agent: AgentKey, asked: Asked, { start, end }: Window, { at, entry }: Place): string {
  const token = [signOf(agent, asked), start.toISOString(), end.toISOString(), at, entry]
  return Buffer.from(JSON.stringify(token)).toString('base64url')
}

export function readToken(agent: AgentKey, asked: Asked, token: string): { window: Window; after: Place } {
  try {
    const [sign, start, end, at, entry] = Token.parse(JSON.parse(Buffer.from(token, 'base64url').toString('utf8')))
    if (sign !== signOf(agent, asked)) throw new Error('of another list')
    return { window: { start: new Date(start), end: new Date(end) }, after: { at, entry } }
  } catch {
    throw invalid([{ field: 'pageToken', message: 'must be a nextPageToken of the same list with the same filters' }])
  }
}

/** The same for the same agent and filters, whatever their order. */
function signOf({ key }: AgentKey, { list, filters }: Asked): string {
  const given = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([key, list, given]))
    .digest('base64url')
    .slice(0, 12)
}

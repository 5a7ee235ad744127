import type { CallToolResult } from '@modelcontextprotocol/server'
import { type ProblemCode, problems } from '../platform/http/problem.ts'
import type { Call, Outcome, Refusal, Reply } from './call.ts'

/** Characters of JSON; more than this drowns whatever else an assistant has in mind. */
const mostCharacters = 40_000

/** An answer of the API as it is, or why there is none. */
export function outcomeOf({ status, body }: Reply): Outcome {
  if (status < 400) return { shown: body === undefined ? { done: true } : body }
  return { problem: refusalOf(status, (body ?? {}) as Record<string, unknown>) }
}

/** Problem details, with what to do about them. What a refusal adds of its own stays. */
function refusalOf(status: number, body: Record<string, unknown>): Refusal {
  const { type: _, title: __, detail: ___, statusCode: ____, message, code, ...rest } = body
  const known = problems[code as ProblemCode]
  return { status, code: String(code), message: String(message), ...rest, ...(known && { next: known.remedy }) }
}

/**
 * A list that is too long is asked for again with fewer entries, so that its token goes on where it ends; what cannot be
 * asked for in pieces says how else to read it.
 */
export async function fitting(call: Call, shows: (body: unknown) => unknown): Promise<Outcome> {
  const outcome = outcomeOf(await call.api(call.ask))
  if ('problem' in outcome) return outcome
  const shown = shows(outcome.shown)
  const length = lengthOf(shown)
  if (length <= mostCharacters) return { shown: withHint(shown) }
  const entries = entriesOf(outcome.shown)
  if (!entries || entries.length < 2) return tooLong(length)
  const fit = Math.max(1, howManyFit(entries))
  if (call.ask.query?.limit === undefined) return { shown: cutAt(fit, entries) }
  const fewer = outcomeOf(await call.api({ ...call.ask, query: { ...call.ask.query, limit: fit } }))
  return 'problem' in fewer ? fewer : { shown: withHint(shows(fewer.shown)) }
}

const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0

const entriesOf = (body: unknown): unknown[] | undefined => {
  const { data } = (body ?? {}) as { data?: unknown }
  return Array.isArray(data) ? data : undefined
}

function howManyFit(entries: readonly unknown[]): number {
  let left = mostCharacters - 200
  return entries.findIndex((entry) => {
    left -= lengthOf(entry) + 1
    return left < 0
  })
}

const cutAt = (fit: number, entries: readonly unknown[]) => ({
  data: entries.slice(0, fit),
  next: `These are the first ${fit} of ${entries.length}: the rest is too long. Read single ones by their id.`,
})

function tooLong(length: number): Outcome {
  const message = `The answer has ${length} characters, too many to read at once`
  return { problem: { message, next: 'Ask for less: a section, one entry by its id, or a filter.' } }
}

/** How a list goes on, said where it is read. */
function withHint(shown: unknown): unknown {
  const { nextPageToken, hasMore } = (shown ?? {}) as { nextPageToken?: string; hasMore?: boolean }
  if (nextPageToken !== undefined) return { ...(shown as object), next: 'There is more: call again with pageToken.' }
  if (hasMore) return { ...(shown as object), next: 'There is more: call again with startingAfter.' }
  return shown
}

export function resultOf(outcome: Outcome): CallToolResult {
  const isError = 'problem' in outcome
  const value = isError ? outcome.problem : outcome.shown
  const structured = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value }
  const text = JSON.stringify(structured)
  return { content: [{ type: 'text', text }], structuredContent: { ...structured }, ...(isError && { isError }) }
}

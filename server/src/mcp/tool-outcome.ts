import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ProblemCode } from '../platform/http/problem.ts'
import { problems } from '../platform/http/problem-codes.ts'
import type { McpApiReply, McpToolCall, McpToolOutcome, ToolProblem } from './tool.ts'

/** Characters of JSON; a longer result would crowd out the rest of the assistant's context. */
const maxCharacters = 40_000

export function toMcpToolOutcome({ status, body }: McpApiReply): McpToolOutcome {
  if (status < 400) return { result: body === undefined ? { done: true } : body }
  return { problem: toToolProblem(status, (body ?? {}) as Record<string, unknown>) }
}

/** Problem details plus the remedy. Extra fields of the error stay. */
function toToolProblem(status: number, body: Record<string, unknown>): ToolProblem {
  const { type: _, title: __, detail: ___, statusCode: ____, message, code, ...rest } = body
  const known = problems[code as ProblemCode]
  return { status, code: String(code), message: String(message), ...rest, ...(known && { next: known.remedy }) }
}

/**
 * Requests a list that is too long again with fewer entries, so that its page token continues after the last one
 * returned. A result that cannot be paged says how else to read it.
 */
export async function fetchWithinLimit(
  call: McpToolCall,
  toResult: (body: unknown) => unknown,
): Promise<McpToolOutcome> {
  const outcome = toMcpToolOutcome(await call.api(call.request))
  if ('problem' in outcome) return outcome
  const result = toResult(outcome.result)
  const length = jsonLengthOf(result)
  if (length <= maxCharacters) return { result: withNextPageHint(result) }
  const entries = entriesOf(outcome.result)
  if (!entries || entries.length < 2) return tooLongProblem(length)
  const fit = Math.max(1, countFittingEntries(entries))
  if (call.request.query?.limit === undefined) return { result: truncateList(fit, entries) }
  const fewer = toMcpToolOutcome(await call.api({ ...call.request, query: { ...call.request.query, limit: fit } }))
  return 'problem' in fewer ? fewer : { result: withNextPageHint(toResult(fewer.result)) }
}

const jsonLengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0

const entriesOf = (body: unknown): unknown[] | undefined => {
  const { data } = (body ?? {}) as { data?: unknown }
  return Array.isArray(data) ? data : undefined
}

function countFittingEntries(entries: readonly unknown[]): number {
  let left = maxCharacters - 200
  return entries.findIndex((entry) => {
    left -= jsonLengthOf(entry) + 1
    return left < 0
  })
}

const truncateList = (fit: number, entries: readonly unknown[]) => ({
  data: entries.slice(0, fit),
  next: `These are the first ${fit} of ${entries.length}: the rest is too long. Read single entries by their id.`,
})

function tooLongProblem(length: number): McpToolOutcome {
  const message = `The answer has ${length} characters, too many to read at once`
  return { problem: { message, next: 'Request less: a section, one entry by its id, or a filter.' } }
}

function withNextPageHint(result: unknown): unknown {
  const { nextPageToken, hasMore } = (result ?? {}) as { nextPageToken?: string; hasMore?: boolean }
  if (nextPageToken !== undefined) return { ...(result as object), next: 'There is more: call again with pageToken.' }
  if (hasMore) return { ...(result as object), next: 'There is more: call again with startingAfter.' }
  return result
}

export function toCallToolResult(outcome: McpToolOutcome): CallToolResult {
  const isError = 'problem' in outcome
  const value = isError ? outcome.problem : outcome.result
  const structured = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value }
  const text = JSON.stringify(structured)
  return { content: [{ type: 'text', text }], structuredContent: { ...structured }, ...(isError && { isError }) }
}

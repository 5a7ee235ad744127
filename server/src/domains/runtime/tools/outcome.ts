import type { ToolOutcome } from '../deps.ts'

/** What stands in a result when a wish was not met: a sentence for the person and for the model. */
export const failedOutcome = (why: string, more: Record<string, unknown> = {}): ToolOutcome => ({
  ok: false,
  result: { error: why, ...more },
})

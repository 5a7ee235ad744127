import type { ToolOutcome } from '../deps.ts'

/** Result of a request that was not fulfilled, with a sentence for both the person and the model. */
export const failedOutcome = (reason: string, more: Record<string, unknown> = {}): ToolOutcome => ({
  ok: false,
  result: { error: reason, ...more },
})

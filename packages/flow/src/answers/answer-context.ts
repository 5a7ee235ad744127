import type { FlowChoice } from '../engine.ts'
import type { FlowRun } from '../run.ts'

/** The data that a reader needs besides the reply. */
export type AnswerContext = { now: string; timezone: string; country?: string; offered?: FlowChoice[] }

export function createAnswerContext(
  { world: { now, timezone, country } }: FlowRun,
  offered?: FlowChoice[],
): AnswerContext {
  return { now, timezone, ...(country !== undefined && { country }), ...(offered && { offered }) }
}

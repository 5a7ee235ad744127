import type { Schema } from '@parley/sdk'

type Record = Schema<'TurnRecord'>
type Inspection = Schema<'TurnInspection'>

/** A turn and its explanation, from its record or from a persona's turns. */
export type TurnExplanation = Pick<Record, 'at' | 'input' | 'playbookId' | 'warnings' | 'effects'> & {
  id: string
  messages: { messageId: string; text: string; message?: unknown }[]
  /** Absent if there is nothing to explain: the agent started the turn itself, or its own webhook answered. */
  inspection?: Inspection
}

export function explainRecord(record: Record): TurnExplanation {
  const { id, at, input, playbookId, warnings, effects, messages } = record
  return { id, at, input, playbookId, warnings, effects, messages, inspection: record }
}

export function explainPersonaTurn({ turnId, ...turn }: Schema<'PastPersonaTurn'>): TurnExplanation {
  return { id: turnId, ...turn }
}

export function sumTokens({ modelCalls }: Pick<Inspection, 'modelCalls'>): number {
  return modelCalls.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0)
}

export function describePlaybooks({ playbookId, inspection }: TurnExplanation): string[] {
  const reached = inspection?.nextPlaybookId
  return [playbookId, reached === playbookId ? undefined : reached].filter((id) => id !== undefined)
}

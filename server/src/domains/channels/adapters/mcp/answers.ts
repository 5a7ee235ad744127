import type { AdapterBinding } from '../../adapter.ts'
import type { AssistantEntry, AssistantStore } from './store.ts'
import type { McpAnswers } from './tools.ts'

const pauseMilliseconds = 500

export type AnswerWaitDeps = {
  store: AssistantStore
  pause(milliseconds: number): Promise<unknown>
}
type AnswerQuery = {
  conversation: string
  after: number
  waitSeconds: number
  /** Waits no longer than this. */
  over?: AbortSignal
}

/** What the agent has said since; waits for the first word if it has said nothing. */
export async function waitForAnswers(
  wanted: AnswerQuery,
  binding: AdapterBinding,
  { store, pause }: AnswerWaitDeps,
): Promise<McpAnswers> {
  const { conversation, after, over } = wanted
  const pauses = (wanted.waitSeconds * 1000) / pauseMilliseconds
  let entries = await store.read(binding, conversation, after)
  for (let left = pauses; left > 0 && entries.length === 0 && !over?.aborted; left--) {
    await pause(pauseMilliseconds)
    entries = await store.read(binding, conversation, after)
  }
  return serializeAnswers(wanted, entries)
}

function serializeAnswers({ conversation, after }: AnswerQuery, entries: readonly AssistantEntry[]): McpAnswers {
  return {
    conversation_id: conversation,
    messages: entries.map(({ text, at }) => ({ text, at: at.toISOString() })),
    after: `${entries.at(-1)?.entry ?? after}`,
  }
}

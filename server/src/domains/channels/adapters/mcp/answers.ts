import type { Bound } from '../../adapter.ts'
import type { AssistantEntry, AssistantStore } from './store.ts'
import type { Answers } from './tools.ts'

const pauseMilliseconds = 500

export type Waiting = {
  store: AssistantStore
  pause(milliseconds: number): Promise<unknown>
}
type Wanted = {
  conversation: string
  after: number
  waitSeconds: number
  /** Waits no longer than this. */
  over?: AbortSignal
}

/** What the agent has said since; waits for the first word if it has said nothing. */
export async function answersTo(wanted: Wanted, binding: Bound, { store, pause }: Waiting): Promise<Answers> {
  const { conversation, after, over } = wanted
  const pauses = (wanted.waitSeconds * 1000) / pauseMilliseconds
  let entries = await store.read(binding, conversation, after)
  for (let left = pauses; left > 0 && entries.length === 0 && !over?.aborted; left--) {
    await pause(pauseMilliseconds)
    entries = await store.read(binding, conversation, after)
  }
  return shown(wanted, entries)
}

function shown({ conversation, after }: Wanted, entries: readonly AssistantEntry[]): Answers {
  return {
    conversation_id: conversation,
    messages: entries.map(({ text, at }) => ({ text, at: at.toISOString() })),
    after: `${entries.at(-1)?.entry ?? after}`,
  }
}

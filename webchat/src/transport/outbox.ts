import { readClientFrame, type VisitorContent, type VisitorMessage } from '@parley/webchat-protocol'
import type { ChatStorage } from '../chat-storage.ts'

const keyPrefix = 'out.'

/**
 * Messages of the visitor that the gateway has not confirmed. Stored beyond the page, each under its own key, so that
 * two tabs do not overwrite each other; if both send a message, the gateway accepts it once.
 */
export class Outbox {
  readonly #store: ChatStorage
  readonly #says: VisitorMessage[]

  constructor(store: ChatStorage) {
    this.#store = store
    // Ids start with a timestamp, so sorting them restores the order in which messages were written.
    const names = store.keys().filter((name) => name.startsWith(keyPrefix))
    this.#says = names.sort().flatMap((name) => parseSay(store.get(name)) ?? [])
  }

  add(content: VisitorContent): VisitorMessage {
    const say = { id: createMessageId(), said: content }
    this.#says.push(say)
    this.#store.set(keyPrefix + say.id, JSON.stringify(say))
    return say
  }

  all(): readonly VisitorMessage[] {
    return this.#says
  }

  first(): VisitorMessage | undefined {
    return this.#says[0]
  }

  clear(): void {
    for (const { id } of [...this.#says]) this.remove(id)
  }

  remove(id: string): void {
    const at = this.#says.findIndex((say) => say.id === id)
    if (at >= 0) this.#says.splice(at, 1)
    this.#store.remove(keyPrefix + id)
  }
}

let count = 0

export function createMessageId(): string {
  const time = Date.now().toString(36).padStart(9, '0')
  const order = (count++).toString(36).padStart(3, '0')
  const chance = [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => (byte % 36).toString(36)).join('')
  return `v-${time}-${order}-${chance}`
}

function parseSay(text: string | undefined): VisitorMessage | undefined {
  try {
    const frame = readClientFrame({ say: JSON.parse(text ?? '') })
    return frame && 'say' in frame ? frame.say : undefined
  } catch {
    return undefined
  }
}

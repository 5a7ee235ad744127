/** Drafts and messages that are not sent yet, in the storage of the browser, so that a reload or a restart loses none. */

export type OutgoingContent = { text: string } | { aml: string }
export type OutgoingMessage = {
  /** Sent along: the server sends a repeated id once. */
  id: string
  userId: string
  content: OutgoingContent
  at: string
  /** Why the server refused it, and when. */
  error?: string
  failedAt?: string
}

export type ComposerDraft = { text: string; mode: 'text' | 'aml'; note?: string }
export const emptyDraft: ComposerDraft = { text: '', mode: 'text' }

type DeskStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The server recognizes a repeated id for a day; after this time a message is not sent by itself anymore. */
const resendMs = 20 * 3_600_000

export type MessageOutbox = {
  list(): OutgoingMessage[]
  add(message: OutgoingMessage): void
  remove(id: string): void
  fail(id: string, error: string, now: Date): void
  /** Clears the error, so that the message is sent again under the same id, as a message of now. */
  retry(id: string, now: Date): void
  readDraft(userId: string): ComposerDraft
  writeDraft(userId: string, draft: ComposerDraft): void
}

/** `scope` separates orgs, agents and members who share a browser. */
export function createOutbox(scope: string, browserStorage: DeskStorage): MessageOutbox {
  const storage = createSafeStorage(browserStorage)
  const key = `desk-outbox ${scope}`
  const draftKey = (userId: string) => `desk-draft ${scope} ${userId}`
  const list = () => readJson<OutgoingMessage[]>(storage, key) ?? []
  const write = (messages: readonly OutgoingMessage[]) =>
    messages.length === 0 ? storage.removeItem(key) : storage.setItem(key, JSON.stringify(messages))
  const change = (id: string, changed: (message: OutgoingMessage) => OutgoingMessage) =>
    write(list().map((one) => (one.id === id ? changed(one) : one)))
  return {
    list,
    add: (message) => write([...list(), message]),
    remove: (id) => write(list().filter((one) => one.id !== id)),
    fail: (id, error, now) => change(id, (message) => ({ ...message, error, failedAt: now.toISOString() })),
    retry: (id, now) => change(id, ({ error: _, failedAt: __, ...message }) => ({ ...message, at: now.toISOString() })),
    readDraft: (userId) => readJson<ComposerDraft>(storage, draftKey(userId)) ?? emptyDraft,
    writeDraft: (userId, draft) =>
      draft.text === '' && !draft.note
        ? storage.removeItem(draftKey(userId))
        : storage.setItem(draftKey(userId), JSON.stringify(draft)),
  }
}

/** Messages that waited too long to be sent without being asked. */
export const findExpired = (messages: readonly OutgoingMessage[], now: number): OutgoingMessage[] =>
  messages.filter(({ at, error }) => error === undefined && now - Date.parse(at) >= resendMs)

/**
 * The next message to send: the oldest of each conversation. What was written before its member could see that an earlier
 * message failed waits with it, since it may make no sense alone; what was written afterwards does not.
 */
export function findSendable(messages: readonly OutgoingMessage[], now: number): OutgoingMessage | undefined {
  const blockedUntil = new Map<string, number>()
  for (const message of messages) {
    const { userId, at, error, failedAt } = message
    const writtenAt = Date.parse(at)
    const isBlocked = writtenAt <= (blockedUntil.get(userId) ?? Number.NEGATIVE_INFINITY)
    if (!isBlocked && error === undefined && now - writtenAt < resendMs) return message
    const until = error !== undefined && failedAt !== undefined ? Date.parse(failedAt) : Number.POSITIVE_INFINITY
    blockedUntil.set(userId, Math.max(until, blockedUntil.get(userId) ?? until))
  }
  return undefined
}

function readJson<T>(storage: DeskStorage, key: string): T | undefined {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** A full or blocked storage must not stop anybody from writing: the page then remembers by itself. */
function createSafeStorage(storage: DeskStorage): DeskStorage {
  const memory = new Map<string, string>()
  return {
    getItem: (key) => memory.get(key) ?? attempt(() => storage.getItem(key)) ?? null,
    setItem: (key, value) => {
      memory.delete(key)
      if (attempt(() => storage.setItem(key, value) ?? true) === undefined) memory.set(key, value)
    },
    removeItem: (key) => {
      memory.delete(key)
      attempt(() => storage.removeItem(key))
    },
  }
}

function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}

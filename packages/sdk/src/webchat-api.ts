/** `window.parleyChat`: the JavaScript API of the web chat on a page. The guide is docs/webchat.md. */
export type ParleyChat = {
  open(): void
  close(): void
  /** Sends a text as the visitor. */
  send(text: string): void
  /** Opens the chat and begins with a button of the page: the agent gets the event of a tapped button. */
  start(button: ParleyChatButton): void
  /** Returns the function that unsubscribes. */
  on<Name extends keyof ParleyChatEvents>(name: Name, handler: (detail: ParleyChatEvents[Name]) => void): () => void
  /** Continues as a user of the page's own; null is `reset`. */
  identify(user: ParleyChatUser | null): void
  /** Signs the visitor out: the next message starts a new, anonymous chat. */
  reset(): void
  setLanguage(language: string): void
}

/** `label` is what the chat shows; by default the payload. */
export type ParleyChatButton = { payload: string; label?: string }

/** `signature` is the HMAC of the user id with the identity secret of the web chat, as hex. */
export type ParleyChatUser = { userId: string; signature: string; name?: string; email?: string }

export type ParleyChatEvents = {
  /** The chat is on the page; `closed` chats accept no messages. */
  ready: { state: 'open' | 'closed' }
  open: Record<never, never>
  close: Record<never, never>
  /** A new message of the agent, or one that the visitor sent from this page. */
  message: { id: string; from: 'agent' | 'visitor'; text: string }
  unread: { count: number }
  error: { code: ParleyChatErrorCode; message: string }
}

export type ParleyChatErrorCode =
  | 'unknownBinding'
  | 'blockedByPolicy'
  | 'originRefused'
  /** A method was called with arguments that it does not accept. */
  | 'invalidCall'
  | 'identityRefused'
  | 'notSent'
  | 'fileRefused'

import type { ParleyChat, ParleyChatErrorCode, ParleyChatEvents, ParleyChatUser } from '@parley/sdk'
import { clientFrameLimits } from '@parley/webchat-protocol'
import { reportToOwner } from './problem.ts'

type EventName = keyof ParleyChatEvents
type Handler = (detail: never) => void

/** The subscriptions of the page. An error in a handler is printed, and changes nothing for the chat. */
export class PageEvents {
  readonly #handlers = new Map<string, Set<Handler>>()
  #ready: ParleyChatEvents['ready'] | undefined

  on<Name extends EventName>(name: Name, handler: (detail: ParleyChatEvents[Name]) => void): () => void {
    // One entry per subscription, also if the page subscribes a function twice.
    const call: Handler = (detail) => handler(detail)
    const handlers = this.#handlers.get(name) ?? new Set()
    this.#handlers.set(name, handlers.add(call))
    // A page that subscribes late still learns that the chat is ready.
    if (name === 'ready' && this.#ready) queueMicrotask(() => handlers.has(call) && this.#run(name, call, this.#ready))
    return () => void handlers.delete(call)
  }

  emit<Name extends EventName>(name: Name, detail: ParleyChatEvents[Name]): void {
    if (name === 'ready') this.#ready = detail as ParleyChatEvents['ready']
    for (const handler of [...(this.#handlers.get(name) ?? [])]) this.#run(name, handler, detail)
  }

  /** Errors also appear in the browser's console, whether or not the page subscribes to them. */
  fail(code: ParleyChatErrorCode, message: string): void {
    reportToOwner(message)
    this.emit('error', { code, message })
  }

  #run(name: EventName, handler: Handler, detail: unknown): void {
    try {
      handler(detail as never)
    } catch (error) {
      reportToOwner(`a handler of the page for "${name}" failed:`, error)
    }
  }
}

/** What the API does once the chat is on the page. */
export type PageChat = {
  show(): void
  hide(): void
  sendText(text: string): void
  startWith(button: { payload: string; label: string }): void
  identify(user: ParleyChatUser): void
  signOut(): void
  setLanguage(language: string): void
}

type QueuedCall = { name: keyof ParleyChat; args: unknown[]; undo?: unknown }
type CallQueue = { push(call: QueuedCall): void }

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most && value.isWellFormed()
const isOptionalText = (value: unknown): boolean => value === undefined || value === null || isText(value, 300)

/** Calls wait until the chat is on the page. */
export class PageApi {
  readonly events = new PageEvents()
  #chat: PageChat | undefined
  #waiting: ((chat: PageChat) => void)[] = []

  /** Adds `window.parleyChat`, and makes the calls that the page has queued. */
  install(): void {
    const page = globalThis as unknown as { parleyChat?: Partial<ParleyChat> & { q?: QueuedCall[] | CallQueue } }
    const known = page.parleyChat ?? {}
    const queued = known.q ?? []
    if (Array.isArray(queued)) this.#fill(page, known, queued)
    else reportToOwner('window.parleyChat belongs to the first chat on the page.')
  }

  #fill(page: { parleyChat?: object }, known: object, queued: readonly QueuedCall[]): void {
    const methods = this.#createMethods()
    const push = (call: QueuedCall) => {
      const method = methods[call.name] as ((...args: unknown[]) => unknown) | undefined
      call.undo = method?.(...call.args)
    }
    page.parleyChat = Object.assign(known, methods, { q: { push } })
    queued.forEach(push)
    document.addEventListener('click', (event) => this.#handleClick(event))
  }

  attach(chat: PageChat, state: 'open' | 'closed'): void {
    this.#chat = chat
    this.events.emit('ready', { state })
    for (const call of this.#waiting.splice(0)) call(chat)
  }

  #run(call: (chat: PageChat) => void): void {
    if (this.#chat) call(this.#chat)
    else this.#waiting.push(call)
  }

  #createMethods(): ParleyChat {
    const refuse = (message: string) => this.events.fail('invalidCall', message)
    return {
      open: () => this.#run((chat) => chat.show()),
      close: () => this.#run((chat) => chat.hide()),
      send: (text) =>
        isText(text, clientFrameLimits.textLetters)
          ? this.#run((chat) => chat.sendText(text.trim()))
          : refuse(`send needs a text of 1 to ${clientFrameLimits.textLetters} characters.`),
      start: (button) => this.#start(button?.payload, button?.label),
      on: (name, handler) => {
        if (typeof handler === 'function') return this.events.on(name, handler)
        refuse('on needs the name of an event and a function.')
        return () => {}
      },
      identify: (user) => {
        if (user === null) return this.#run((chat) => chat.signOut())
        const { userId, signature, name, email } = user ?? {}
        const isUser = isText(userId, 180) && isText(signature, 200) && isOptionalText(name) && isOptionalText(email)
        if (!isUser) return refuse('identify needs { userId, signature }, and optionally name and email, as texts.')
        const given = { userId, signature, ...(name && { name }), ...(email && { email }) }
        this.#run((chat) => chat.identify(given))
      },
      reset: () => this.#run((chat) => chat.signOut()),
      setLanguage: (language) =>
        isText(language, 35)
          ? this.#run((chat) => chat.setLanguage(language))
          : refuse('setLanguage needs a language such as "de".'),
    }
  }

  #start(payload: unknown, label: unknown = payload): void {
    if (isText(payload, 1_000) && isText(label, 1_000)) this.#run((chat) => chat.startWith({ payload, label }))
    else this.events.fail('invalidCall', 'start needs { payload }, and optionally a label, of 1 to 1000 characters.')
  }

  /** Elements with `data-parley-open` or `data-parley-payload` are buttons of the chat. */
  #handleClick(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : undefined
    const button = target?.closest<HTMLElement>('[data-parley-open],[data-parley-payload]')
    if (!button || event.defaultPrevented) return
    event.preventDefault()
    const { parleyPayload: payload, parleyLabel } = button.dataset
    const text = button.textContent?.trim().replace(/\s+/g, ' ')
    if (!payload) this.#run((chat) => chat.show())
    // The second click of a double click is not another message.
    else if (event.detail <= 1) this.#start(payload, parleyLabel || text || payload)
  }
}

import { el } from './dom.ts'
import type { WidgetOptions } from './options.ts'
import { getStrings } from './strings.ts'
import { createHeader } from './view/header.ts'
import { createDialog } from './view/panel.ts'
import { WidgetFrame } from './view/widget-frame.ts'

/** Why the chat cannot start. */
export type StartProblem = 'unknownBinding' | 'blockedByPolicy'

/** Says on the page what its owner must change, and returns it for the browser's console. */
export function showProblem(options: WidgetOptions, problem: StartProblem): string {
  const strings = getStrings(options.lang)
  const { text, code } = explain(options, problem)
  const close = () => options.position !== 'page' && frame.close()
  const header = createHeader({ title: strings.unavailable, strings, onClose: close })
  const body = el(
    'div',
    { class: 'scroll problem', role: 'alert' },
    el('p', {}, strings.unavailableHint),
    el('p', { class: 'quiet' }, `${strings.forOwner} `, el('span', { lang: 'en', dir: 'ltr' }, text)),
    el('code', { lang: 'en', dir: 'ltr' }, code),
  )
  const panel = createDialog(close, header, body)
  panel.classList.add('small')
  const open = () => {
    frame.open()
    panel.focus()
  }
  const onToggle = () => (frame.isOpen ? frame.close() : open())
  const frame = new WidgetFrame({ options, theme: {}, strings, panel, onToggle })
  if (options.open || options.position === 'page') open()
  return `${text} ${code}`
}

function explain({ binding, gateway }: WidgetOptions, problem: StartProblem): { text: string; code: string } {
  if (problem === 'unknownBinding')
    return {
      text: 'The gateway has no web chat with this id. Copy the embed code again from Channels, Web chat, in the console.',
      code: `data-binding="${binding}"`,
    }
  const { origin } = new URL(gateway)
  return {
    text: "The page's content security policy blocks the connection to the gateway. Add to the policy:",
    code: `connect-src ${origin} ${origin.replace(/^http/, 'ws')}`,
  }
}

export function explainOrigin(): string {
  return `if the gateway does not allow pages of ${location.origin}, add this origin to the allowed origins under Channels, Web chat, in the console.`
}

/**
 * Watches whether the page's content security policy blocks requests to the gateway. A blocked socket is only reported:
 * the chat then works by long polling.
 */
export function watchPolicy(gateway: string): { isBlocking(): Promise<boolean> } {
  const { host } = new URL(gateway)
  const blocked = new Set<string>()
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, disposition }) => {
    if (disposition !== 'enforce' || effectiveDirective !== 'connect-src' || !URL.canParse(blockedURI)) return
    const { protocol, host: blockedHost } = new URL(blockedURI)
    if (blockedHost !== host || blocked.has(protocol)) return
    blocked.add(protocol)
    if (protocol.startsWith('ws')) reportToOwner(`messages arrive faster with connect-src ${protocol}//${host}`)
  })
  const isBlocked = () => blocked.has('https:') || blocked.has('http:')
  // The event follows the failed request.
  return { isBlocking: () => new Promise((resolve) => setTimeout(() => resolve(isBlocked()), 50)) }
}

/** The browser's console is where owners of pages look. */
export function reportToOwner(text: string, ...about: unknown[]): void {
  // biome-ignore lint/suspicious/noConsole: the page has no other place for its owner
  console.error(`Web chat: ${text}`, ...about)
}

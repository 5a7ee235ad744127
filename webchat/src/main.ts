import type { ParleyChatUser } from '@parley/sdk'
import type { WidgetTheme } from '@parley/webchat-protocol'
import { readWidgetOptions, type WidgetOptions } from './options.ts'
import { PageApi } from './page-api.ts'
import { explainOrigin, reportToOwner, type StartProblem, showProblem, watchPolicy } from './problem.ts'
import { Widget } from './widget.ts'

const api = new PageApi()
/** document.currentScript is only set during the first execution of the script. */
const script = document.currentScript
const options = script instanceof HTMLScriptElement ? readWidgetOptions(script) : undefined
if (options) {
  api.install()
  if (document.body) void start(options)
  else addEventListener('DOMContentLoaded', () => void start(options), { once: true })
} else reportToOwner('the script tag needs data-binding="…", the id of the web chat binding.')

async function start(options: WidgetOptions): Promise<void> {
  const theme = await readTheme(options)
  if (typeof theme === 'string') return api.events.fail(theme, showProblem(options, theme))
  let widget = new Widget(options, theme, api.events)
  let user: ParleyChatUser | undefined
  const setLanguage = (lang: string) => {
    const open = widget.isOpen
    widget.remove()
    widget = new Widget({ ...options, lang, open }, theme, api.events)
    if (user) widget.identify(user)
  }
  const chat = {
    show: () => widget.show(),
    hide: () => widget.hide(),
    sendText: (text: string) => widget.sendText(text),
    startWith: (button: { payload: string; label: string }) => widget.startWith(button),
    identify(given: ParleyChatUser) {
      user = given
      widget.identify(given)
    },
    signOut() {
      user = undefined
      widget.signOut()
    },
    setLanguage,
  }
  api.attach(chat, theme.state)
}

/** While the gateway cannot be reached, or refuses the page's origin, the page shows no chat. */
async function readTheme({ gateway, binding }: WidgetOptions): Promise<WidgetTheme | StartProblem> {
  const url = `${gateway}webchat/${encodeURIComponent(binding)}`
  const policy = watchPolicy(gateway)
  for (let waitMs = 1_000; ; waitMs = Math.min(waitMs * 2, 60_000)) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return response.json()
    if (response && response.status < 500 && response.status !== 429) return 'unknownBinding'
    if (!response && (await policy.isBlocking())) return 'blockedByPolicy'
    if (!response && waitMs === 1_000 && (await isOriginRefused(url))) api.events.fail('originRefused', explainOrigin())
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/** A refused response cannot be read, but a request that reads nothing then succeeds where the readable one fails again. */
async function isOriginRefused(url: string): Promise<boolean> {
  const succeeds = (mode: RequestMode) =>
    fetch(url, { mode }).then(
      () => true,
      () => false,
    )
  return (await succeeds('no-cors')) && !(await succeeds('cors'))
}

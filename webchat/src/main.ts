import type { WidgetTheme } from '@parley/webchat-protocol'
import { readWidgetOptions, type WidgetOptions } from './options.ts'
import { Widget } from './widget.ts'

/** document.currentScript is only set during the first execution of the script. */
const script = document.currentScript
const options = script instanceof HTMLScriptElement ? readWidgetOptions(script) : undefined
if (options) {
  if (document.body) void start(options)
  else addEventListener('DOMContentLoaded', () => void start(options), { once: true })
}

async function start(options: WidgetOptions): Promise<void> {
  const theme = await themeOf(`${options.gateway}webchat/${encodeURIComponent(options.binding)}`)
  if (theme) new Widget(options, theme)
}

/** Returns undefined if the chat does not exist: then nothing is shown. */
async function themeOf(url: string): Promise<WidgetTheme | undefined> {
  for (let waitMs = 1_000; ; waitMs = Math.min(waitMs * 2, 60_000)) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return response.json()
    if (response && response.status < 500 && response.status !== 429) return undefined
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

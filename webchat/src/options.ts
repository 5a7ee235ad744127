/** Attributes of the script tag: `data-binding`, and the chat's appearance on this page. */
export type WidgetOptions = {
  binding: string
  /** Address of the gateway that served the script, with a trailing slash. */
  gateway: string
  color?: string
  position: 'right' | 'left' | 'page'
  open: boolean
  lang: string
}

export function readWidgetOptions(script: HTMLScriptElement): WidgetOptions | undefined {
  const { binding, color, position, open, lang } = script.dataset
  if (!binding) return undefined
  return {
    binding,
    gateway: new URL('.', script.src).href,
    color: isColor(color) ? color : undefined,
    position: position === 'left' || position === 'page' ? position : 'right',
    open: open !== undefined && open !== 'false',
    lang: lang || navigator.language || 'en',
  }
}

export function isColor(color: string | undefined): color is string {
  return color !== undefined && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)
}

import type { WidgetTheme } from '@parley/webchat-protocol'
import { el, icon } from '../dom.ts'
import { isColor, type WidgetOptions } from '../options.ts'
import type { WidgetStrings } from '../strings.ts'
import { deriveColors } from './colors.ts'
import { createLogoImage } from './header.ts'
import { createStyleSheet } from './style.ts'

const chatIcon = 'M21 12a8 8 0 0 1-8 8H4l2-3a8 8 0 1 1 15-5z'
const closeIcon = 'M6 9l6 6 6-6'

type WidgetFrameProps = {
  options: WidgetOptions
  theme: Pick<WidgetTheme, 'brandColor' | 'logoUrl'>
  strings: WidgetStrings
  panel: HTMLElement
  onToggle(): void
}

/** The launcher and the panel on the page, in a shadow root that the page's styles do not reach. */
export class WidgetFrame {
  readonly #launcher: HTMLButtonElement
  readonly #badge: HTMLElement
  readonly #panel: HTMLElement
  readonly #strings: WidgetStrings
  readonly #host: HTMLElement
  #unread = 0

  constructor({ options, theme, strings, panel, onToggle }: WidgetFrameProps) {
    const { position, color, lang } = options
    this.#panel = panel
    this.#strings = strings
    this.#badge = el('span', { class: 'badge', hidden: true })
    const attributes = { type: 'button', class: 'launcher', 'aria-controls': 'panel', click: onToggle }
    const closed = createLogoImage(theme.logoUrl, {}, () => icon(chatIcon)) ?? icon(chatIcon)
    const faces = [el('span', { class: 'face' }, closed), el('span', { class: 'face', hidden: true }, icon(closeIcon))]
    this.#launcher = el('button', attributes, ...faces, this.#badge)
    const host = el('parley-webchat' as 'div', { lang })
    this.#host = host
    const root = host.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    const brand = isColor(theme.brandColor) ? theme.brandColor : undefined
    sheet.replaceSync(createStyleSheet(deriveColors(color ?? brand)))
    root.adoptedStyleSheets = [sheet]
    root.append(el('div', { class: position }, panel, this.#launcher))
    document.body.append(host)
    this.#update()
  }

  get isOpen(): boolean {
    return !this.#panel.hidden
  }

  open(): void {
    this.#panel.hidden = false
    this.#update()
  }

  close(): void {
    const hadFocus = this.#panel.matches(':focus-within')
    this.#panel.hidden = true
    this.#update()
    if (hadFocus) this.#launcher.focus()
  }

  remove(): void {
    this.#host.remove()
  }

  setUnread(count: number): void {
    this.#unread = count
    this.#update()
  }

  #update(): void {
    const { open, close, unread } = this.#strings
    const count = this.#unread > 0 ? ` (${this.#unread} ${unread})` : ''
    this.#launcher.setAttribute('aria-expanded', String(this.isOpen))
    this.#launcher.setAttribute('aria-label', this.isOpen ? close : open + count)
    for (const [at, face] of this.#launcher.querySelectorAll<HTMLElement>('.face').entries())
      face.hidden = (at === 1) !== this.isOpen
    this.#badge.hidden = this.#unread === 0
    this.#badge.textContent = this.#unread > 9 ? '9+' : String(this.#unread)
  }
}

import { el, icon } from '../dom.ts'
import { safeWebUrl } from '../safe-urls.ts'
import type { WidgetStrings } from '../strings.ts'

type HeaderProps = { title: string; logo?: HTMLElement; strings: WidgetStrings; onClose(): void }

export function createHeader({ title, logo, strings, onClose }: HeaderProps): HTMLElement {
  const close = el(
    'button',
    { type: 'button', class: 'close', 'aria-label': strings.close, click: onClose },
    icon('M6 6l12 12M18 6L6 18'),
  )
  return el('header', {}, logo, el('h2', { id: 'title', dir: 'auto' }, title), close)
}

/** The agent's logo, or the first letter of its name. */
export function createLogo(name: string, logoUrl?: string): HTMLElement {
  const letter = () => el('span', { class: 'logo', 'aria-hidden': 'true' }, [...name.trim()][0] ?? '')
  return createLogoImage(logoUrl, { class: 'logo' }, letter) ?? letter()
}

/** Undefined without a logo; a logo that does not load is replaced. */
export function createLogoImage(
  logoUrl: string | undefined,
  attributes: { class?: string },
  replacement: () => Node,
): HTMLElement | undefined {
  const src = safeWebUrl(logoUrl)
  if (!src) return undefined
  const error = () => image.replaceWith(replacement())
  const image: HTMLElement = el('img', { ...attributes, src, alt: '', referrerpolicy: 'no-referrer', error })
  return image
}

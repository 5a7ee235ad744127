import type { ShownByAgent } from '@parley/webchat-protocol'
import { webAddress } from '../addresses.ts'
import { el } from '../dom.ts'
import type { Around } from './bubble.ts'
import { textOf } from './runs.ts'

type Media = Extract<ShownByAgent, { kind: 'media' }>

export function mediaOf({ url, mediaType, alt, caption }: Media, { words }: Around): HTMLElement {
  const src = webAddress(url)
  return el(
    'div',
    { class: 'media' },
    src ? shownAs(src, mediaType, alt || words.file) : el('div', { class: 'text' }, alt || url),
    caption && textOf(caption),
  )
}

function shownAs(src: string, mediaType: string, alt: string): HTMLElement {
  if (mediaType.startsWith('image/')) return el('img', { src, alt, loading: 'lazy', referrerpolicy: 'no-referrer' })
  if (mediaType.startsWith('video/'))
    return el('video', { src, controls: true, preload: 'metadata', 'aria-label': alt })
  if (mediaType.startsWith('audio/'))
    return el('audio', { src, controls: true, preload: 'metadata', 'aria-label': alt })
  return el('a', { class: 'text', href: src, target: '_blank', rel: 'noopener noreferrer' }, alt)
}

import type { AgentEntryContent } from '@parley/webchat-protocol'
import { el } from '../dom.ts'
import { safeWebUrl } from '../safe-urls.ts'
import type { BubbleHost } from './bubble.ts'
import { renderTextRuns } from './text-runs.ts'

type Media = Extract<AgentEntryContent, { kind: 'media' }>

export function renderMedia({ url, mediaType, alt, caption }: Media, { strings }: BubbleHost): HTMLElement {
  const src = safeWebUrl(url)
  return el(
    'div',
    { class: 'media' },
    src ? shownAs(src, mediaType, alt || strings.file) : el('div', { class: 'text' }, alt || url),
    caption && renderTextRuns(caption),
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

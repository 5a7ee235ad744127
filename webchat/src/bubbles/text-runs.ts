import type { EntryView } from '@parley/webchat-protocol'
import { el } from '../dom.ts'
import { safeHref } from '../safe-urls.ts'

export type TextRuns = Extract<EntryView, { kind: 'text' }>['text']

/** A text bubble, written in the direction of its own language. */
export function renderTextBubble(runs: TextRuns): HTMLElement {
  return el('div', { class: 'text', dir: 'auto' }, ...renderTextRuns(runs))
}

export function renderTextRuns(runs: TextRuns): Node[] {
  return runs.map(renderRun)
}

function renderRun(run: TextRuns[number]): Node {
  let node: Node = document.createTextNode(run.text)
  if (run.code) node = el('code', {}, node)
  if (run.bold) node = el('strong', {}, node)
  if (run.italic) node = el('em', {}, node)
  if (run.strike) node = el('s', {}, node)
  const href = safeHref(run.href)
  return href ? el('a', { href, target: '_blank', rel: 'noopener noreferrer' }, node) : node
}

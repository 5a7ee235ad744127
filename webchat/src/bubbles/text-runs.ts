import type { AgentEntryContent } from '@parley/webchat-protocol'
import { el } from '../dom.ts'
import { safeHref } from '../safe-urls.ts'

type Runs = Extract<AgentEntryContent, { kind: 'text' }>['text']

export function renderTextRuns(runs: Runs): HTMLElement {
  return el('div', { class: 'text' }, ...runs.map(renderRun))
}

function renderRun(run: Runs[number]): Node {
  let node: Node = document.createTextNode(run.text)
  if (run.code) node = el('code', {}, node)
  if (run.bold) node = el('strong', {}, node)
  if (run.italic) node = el('em', {}, node)
  if (run.strike) node = el('s', {}, node)
  const href = safeHref(run.href)
  return href ? el('a', { href, target: '_blank', rel: 'noopener noreferrer' }, node) : node
}

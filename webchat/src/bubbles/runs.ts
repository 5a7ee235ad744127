import type { ShownByAgent } from '@parley/webchat-protocol'
import { linkAddress } from '../addresses.ts'
import { el } from '../dom.ts'

type Runs = Extract<ShownByAgent, { kind: 'text' }>['text']

export function textOf(runs: Runs): HTMLElement {
  return el('div', { class: 'text' }, ...runs.map(runOf))
}

function runOf(run: Runs[number]): Node {
  let node: Node = document.createTextNode(run.text)
  if (run.code) node = el('code', {}, node)
  if (run.bold) node = el('strong', {}, node)
  if (run.italic) node = el('em', {}, node)
  if (run.strike) node = el('s', {}, node)
  const href = linkAddress(run.href)
  return href ? el('a', { href, target: '_blank', rel: 'noopener noreferrer' }, node) : node
}

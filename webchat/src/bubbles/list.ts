import type { AgentEntryContent } from '@parley/webchat-protocol'
import { el } from '../dom.ts'
import { safeWebUrl } from '../safe-urls.ts'
import type { BubbleHost } from './bubble.ts'
import { renderPicture } from './cards.ts'
import { renderTextRuns } from './text-runs.ts'

type List = Extract<AgentEntryContent, { kind: 'list' }>
type Row = List['rows'][number]

export function renderList(list: List, host: BubbleHost): HTMLElement {
  const rows = list.multiple ? severalOf(list.rows, host) : list.rows.map((row) => oneOf(row, host))
  return el(
    'div',
    { class: 'picker' },
    list.text.length > 0 && renderTextRuns(list.text),
    el('div', { class: 'rows', role: 'group', 'aria-label': host.strings.options }, ...rows),
  )
}

function oneOf(row: Row, host: BubbleHost): HTMLElement {
  const { title, postback } = row
  const click = () => host.send({ type: 'tap', postback, label: title, picked: true })
  return el('button', { type: 'button', class: 'row', click }, ...renderRowText(row))
}

/** Any number of rows, and a button that submits the selection. */
function severalOf(rows: readonly Row[], host: BubbleHost): HTMLElement[] {
  const boxes = rows.map((row) => ({ row, box: el('input', { type: 'checkbox', change: () => settle() }) }))
  const chosen = () => boxes.filter(({ box }) => box.checked).map(({ row }) => row)
  const done = el(
    'button',
    { type: 'button', class: 'chip done', disabled: true, click: () => send() },
    host.strings.done,
  )
  const settle = () => {
    done.disabled = chosen().length === 0
  }
  function send(): void {
    const [first, ...others] = chosen()
    if (!first) return
    const label = [first, ...others]
      .map(({ title }) => title)
      .join(', ')
      .slice(0, 1_000)
    const also = others.map(({ postback }) => postback)
    host.send({ type: 'tap', postback: first.postback, label, picked: true, also })
  }
  return [...boxes.map(({ row, box }) => el('label', { class: 'row' }, box, ...renderRowText(row))), done]
}

function renderRowText({ title, description, mediaUrl }: Row): Node[] {
  const picture = safeWebUrl(mediaUrl)
  const text = el(
    'span',
    { class: 'words' },
    el('span', { class: 'title' }, title),
    description && el('span', { class: 'quiet' }, description),
  )
  return picture ? [renderPicture(picture), text] : [text]
}

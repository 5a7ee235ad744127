import type { AgentEntryContent } from '@parley/webchat-protocol'
import { safeWebUrl } from '../safe-urls.ts'
import { el } from '../dom.ts'
import type { BubbleHost } from './bubble.ts'
import { renderPicture } from './cards.ts'
import { renderTextRuns } from './text-runs.ts'

type List = Extract<AgentEntryContent, { kind: 'list' }>
type Row = List['rows'][number]

export function renderList(list: List, around: BubbleHost): HTMLElement {
  const rows = list.multiple ? severalOf(list.rows, around) : list.rows.map((row) => oneOf(row, around))
  return el(
    'div',
    { class: 'picker' },
    list.text.length > 0 && renderTextRuns(list.text),
    el('div', { class: 'rows', role: 'group', 'aria-label': around.strings.options }, ...rows),
  )
}

function oneOf(row: Row, around: BubbleHost): HTMLElement {
  const { title, postback } = row
  const click = () => around.send({ type: 'tap', postback, label: title, picked: true })
  return el('button', { type: 'button', class: 'row', click }, ...wordsOf(row))
}

/** Any number of rows, and a button that says which. */
function severalOf(rows: readonly Row[], around: BubbleHost): HTMLElement[] {
  const boxes = rows.map((row) => ({ row, box: el('input', { type: 'checkbox', change: () => settle() }) }))
  const chosen = () => boxes.filter(({ box }) => box.checked).map(({ row }) => row)
  const done = el(
    'button',
    { type: 'button', class: 'chip done', disabled: true, click: () => send() },
    around.strings.done,
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
    around.send({ type: 'tap', postback: first.postback, label, picked: true, also })
  }
  return [...boxes.map(({ row, box }) => el('label', { class: 'row' }, box, ...wordsOf(row))), done]
}

function wordsOf({ title, description, mediaUrl }: Row): Node[] {
  const picture = safeWebUrl(mediaUrl)
  const words = el(
    'span',
    { class: 'words' },
    el('span', { class: 'title' }, title),
    description && el('span', { class: 'quiet' }, description),
  )
  return picture ? [renderPicture(picture), words] : [words]
}

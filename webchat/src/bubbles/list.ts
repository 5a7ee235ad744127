import type { ShownByAgent } from '@parley/webchat-protocol'
import { webAddress } from '../addresses.ts'
import { el } from '../dom.ts'
import type { Around } from './bubble.ts'
import { pictureOf } from './cards.ts'
import { textOf } from './runs.ts'

type List = Extract<ShownByAgent, { kind: 'list' }>
type Row = List['rows'][number]

export function listOf(list: List, around: Around): HTMLElement {
  const rows = list.multiple ? severalOf(list.rows, around) : list.rows.map((row) => oneOf(row, around))
  return el(
    'div',
    { class: 'picker' },
    list.text.length > 0 && textOf(list.text),
    el('div', { class: 'rows', role: 'group', 'aria-label': around.words.options }, ...rows),
  )
}

function oneOf(row: Row, around: Around): HTMLElement {
  const { title, postback } = row
  const click = () => around.say({ type: 'tap', postback, label: title, picked: true })
  return el('button', { type: 'button', class: 'row', click }, ...wordsOf(row))
}

/** Any number of rows, and a button that says which. */
function severalOf(rows: readonly Row[], around: Around): HTMLElement[] {
  const boxes = rows.map((row) => ({ row, box: el('input', { type: 'checkbox', change: () => settle() }) }))
  const chosen = () => boxes.filter(({ box }) => box.checked).map(({ row }) => row)
  const done = el(
    'button',
    { type: 'button', class: 'chip done', disabled: true, click: () => send() },
    around.words.done,
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
    around.say({ type: 'tap', postback: first.postback, label, picked: true, also })
  }
  return [...boxes.map(({ row, box }) => el('label', { class: 'row' }, box, ...wordsOf(row))), done]
}

function wordsOf({ title, description, mediaUrl }: Row): Node[] {
  const picture = webAddress(mediaUrl)
  const words = el(
    'span',
    { class: 'words' },
    el('span', { class: 'title' }, title),
    description && el('span', { class: 'quiet' }, description),
  )
  return picture ? [pictureOf(picture), words] : [words]
}

import { element } from './dom.js'
import { partsOf } from './inspection.js'

/** The panel next to the phone: explains the selected reply. */
export function inspectorOf(place, pick) {
  const opened = new Set(['Knowledge found', 'Tools called', 'Flow', 'Recorded in the sandbox'])
  let shown = ''
  return function show(turns, pickedId) {
    const at = turns.findIndex(({ turnId }) => turnId === pickedId)
    const now = JSON.stringify([turns[at], turns.length])
    if (now === shown) return
    shown = now
    const focused = document.activeElement?.closest('#inspector') ? document.activeElement.dataset.name : undefined
    place.replaceChildren(...(at < 0 ? empty() : drawn(turns, at, { pick, opened })))
    if (focused) place.querySelector(`[data-name="${CSS.escape(focused)}"]`)?.focus()
  }
}

const title = () => element('h2', { id: 'why' }, 'Why did it say that?')

function empty() {
  const words = 'Send a message to see how the agent arrives at its reply: what it knew, looked up, called, and used.'
  return [title(), element('p', { class: 'quiet' }, words)]
}

function drawn(turns, at, { pick, opened }) {
  const turn = turns[at]
  const step = (to, words, sign) =>
    element(
      'button',
      {
        type: 'button',
        'aria-label': words,
        'data-name': words,
        disabled: !turns[to],
        onclick: () => pick(turns[to].turnId),
      },
      sign,
    )
  const steps = [
    step(at - 1, 'Previous reply', '‹'),
    element('span', {}, `${at + 1} of ${turns.length}`),
    step(at + 1, 'Next reply', '›'),
  ]
  return [
    element('header', {}, title(), element('div', { class: 'steps' }, steps)),
    ...partsOf(turn).map((part) => (part.open ? part.body : folded(part, opened))),
  ]
}

/** Expanded sections stay expanded when another reply is selected. */
function folded({ name, count, body }, opened) {
  const made = element(
    'details',
    { open: opened.has(name) },
    element('summary', { 'data-name': name }, name, element('span', { class: 'count' }, count)),
    body,
  )
  made.addEventListener('toggle', () => (made.open ? opened.add(name) : opened.delete(name)))
  return made
}

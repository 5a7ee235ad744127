import { call, pathOf } from './api.js'
import { bubbleOf } from './bubble.js'
import { composerOf, settingsOf } from './controls.js'
import { element } from './dom.js'

/** One handset on the screen: what it shows, where a person writes, and how it behaves. */
export function phoneOf(handset, channelName, attempt) {
  const path = pathOf(handset)
  const log = element('ol', { class: 'log', role: 'log', 'aria-label': 'Messages', tabindex: '0' })
  const typing = element('p', { class: 'typing quiet', 'aria-live': 'polite' })
  const doing = (event) =>
    attempt(async () => {
      await call('POST', `${path}/events`, event)
      follows = true
      await refresh()
    })
  const settings = settingsOf(handset, (change) =>
    attempt(async () => {
      settings.show(await call('PUT', path, change))
      await refresh()
    }),
  )
  let shown = ''
  // Whoever did something wants to see it.
  let follows = false

  async function refresh() {
    const state = await call('GET', path)
    typing.textContent = state.typing ? 'The agent is typing …' : ''
    settings.show(state)
    const now = JSON.stringify([state.messages, state.receipts])
    if (now !== shown) redraw(log, state, doing)
    shown = now
    if (follows) log.scrollTop = log.scrollHeight
    follows = false
  }

  const name = `${channelName}, ${handset.address}`
  const bar = element(
    'header',
    {},
    element('span', { class: 'badge' }, channelName),
    element('h2', {}, handset.address),
  )
  const whole = { class: `phone ${handset.channel}`, 'aria-label': name }
  return { element: element('section', whole, bar, log, typing, composerOf(doing), settings.element), refresh }
}

/** Bubbles that did not change stay as they are, so that an open list or the focus in one is not lost. */
function redraw(log, state, doing) {
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80
  const last = state.messages.length - 1
  const drawn = state.messages.map((message, at) => {
    const mark = JSON.stringify([message, state.receipts, at === last])
    const before = log.children[at]
    return before?.dataset.mark === mark ? before : bubbleOf(message, { ...state, newest: at === last, doing, mark })
  })
  for (const [at, bubble] of drawn.entries()) {
    const before = log.children[at]
    if (!before) log.append(bubble)
    else if (before !== bubble) replace(before, bubble)
  }
  while (log.children.length > drawn.length) log.lastElementChild.remove()
  if (atEnd) log.scrollTop = log.scrollHeight
}

const lively = 'summary, button, input, a, pre'

/** What was open or ticked stays so, and whoever stood in it with the keyboard still does. */
function replace(before, after) {
  const opened = [...before.querySelectorAll('details')].map(({ open }) => open)
  for (const [at, details] of after.querySelectorAll('details').entries()) details.open = opened[at] ?? false
  const [old, fresh] = [[...before.querySelectorAll(lively)], [...after.querySelectorAll(lively)]]
  const focused = old.indexOf(document.activeElement)
  for (const [at, field] of fresh.entries()) if (old[at]?.checked) field.checked = true
  before.replaceWith(after)
  fresh[focused]?.focus()
}

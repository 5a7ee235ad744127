import { call, pathOf } from './api.js'
import { bubbleOf } from './bubble.js'
import { composerOf, settingsOf } from './controls.js'
import { element } from './dom.js'
import { footOf } from './foot.js'
import { redraw } from './log.js'

/** One handset on the page: its messages, its composer and its settings. */
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
  // After an action, scrolls to its result.
  let follows = false

  async function refresh() {
    const state = await call('GET', path)
    typing.textContent = state.typing ? 'The agent is typing…' : ''
    settings.show(state)
    const now = JSON.stringify([state.messages, state.receipts])
    if (now !== shown) draw(log, state, doing)
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

function draw(log, { channel, receipts, messages }, doing) {
  const foot = (message) => footOf(message, { receipts, doing })
  const items = messages.map((message, at) => {
    const newest = at === messages.length - 1
    const mark = JSON.stringify([message, receipts, newest])
    return { mark, draw: () => bubbleOf(message, { channel, newest, doing, mark, footOf: foot }) }
  })
  redraw(log, items)
}

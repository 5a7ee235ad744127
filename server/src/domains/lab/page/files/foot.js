import { element } from './dom.js'

/** The footer of a message: its time, its state, buttons for manual receipts, and the payload. */
export function footOf(message, { receipts, doing }) {
  const { messageId, at, state, native, direction } = message
  const time = new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  const report = (to, words) =>
    element(
      'button',
      { type: 'button', class: 'small', onclick: () => doing({ type: 'receipt', messageId, state: to }) },
      words,
    )
  const byHand =
    direction === 'out' && receipts === 'manual'
      ? [report('delivered', 'Delivered'), report('read', 'Read'), report('failed', 'Failed')]
      : []
  return element(
    'footer',
    {},
    element('time', { datetime: at }, time),
    element('span', { class: `state ${state}` }, state),
    byHand,
    element(
      'details',
      {},
      element('summary', {}, 'Payload'),
      element('pre', { tabindex: '0' }, JSON.stringify(native, null, 2)),
    ),
  )
}

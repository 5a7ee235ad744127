import { choices, element, labelled } from './dom.js'

/** Input for messages and other actions of the person. */
export function composerOf(doing) {
  const field = element('input', { name: 'text', required: true, autocomplete: 'off', 'aria-label': 'Message' })
  const writing = form('write', [field, element('button', { class: 'strong' }, 'Send')], () => {
    const text = field.value
    field.value = ''
    return doing({ type: 'text', text })
  })
  const quick = (type, words) => element('button', { type: 'button', onclick: () => doing({ type }) }, words)
  const more = element(
    'details',
    {},
    element('summary', {}, 'Send something else'),
    mediaForm(doing),
    placeForm(doing),
    element(
      'div',
      { class: 'row' },
      quick('typing', 'Typing'),
      quick('subscribe', 'Subscribe'),
      quick('unsubscribe', 'Unsubscribe'),
    ),
  )
  return element('div', { class: 'composer' }, writing, more)
}

function mediaForm(doing) {
  const url = element('input', { type: 'url', required: true, placeholder: 'https://example.com/picture.png' })
  return form('', [labelled('File URL', url), element('button', {}, 'Send file')], () =>
    doing({ type: 'media', url: url.value }),
  )
}

function placeForm(doing) {
  const degrees = (most) => element('input', { type: 'number', step: 'any', min: -most, max: most, required: true })
  const [latitude, longitude] = [degrees(90), degrees(180)]
  latitude.value = '40.7033'
  longitude.value = '-74.0170'
  const fields = [labelled('Latitude', latitude), labelled('Longitude', longitude)]
  return form('', [...fields, element('button', {}, 'Share location')], () =>
    doing({ type: 'location', latitude: Number(latitude.value), longitude: Number(longitude.value) }),
  )
}

function form(name, children, submit) {
  const made = element('form', { class: `row ${name}` }, ...children)
  made.addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  return made
}

const receiptModes = [
  ['auto', 'automatic'],
  ['manual', 'manual'],
  ['none', 'never'],
]
const failures = [
  ['400', '400, refused'],
  ['429', '429 (too many requests)'],
  ['503', '503, broken'],
  ['timeout', 'no response'],
]

/** Settings of the handset and its carrier. Shows the values of the server, except in a field that is being edited. */
export function settingsOf({ channel }, change) {
  const receipts = element('select', { onchange: () => change({ receipts: receipts.value }) }, choices(receiptModes))
  const reachable = element('input', {
    type: 'checkbox',
    onchange: () => change({ reachable: reachable.checked }),
  })
  const latency = element('input', {
    type: 'number',
    min: 0,
    max: 20000,
    onchange: () => latency.reportValidity() && change({ latencyMs: Number(latency.value) }),
  })
  const [count, status] = [
    element('input', { type: 'number', min: 0, max: 1000000, required: true }),
    element('select', {}, choices(failures, '503')),
  ]
  const failing = form(
    '',
    [labelled('Fail next sends', count), labelled('With', status), element('button', {}, 'Set')],
    () =>
      change({
        failNext: { count: Number(count.value), status: status.value === 'timeout' ? 'timeout' : Number(status.value) },
      }),
  )
  const made = element(
    'details',
    { class: 'settings' },
    element('summary', {}, 'Carrier'),
    labelled('Receipts', receipts),
    channel === 'rcs' ? labelled('Can receive RCS', reachable) : undefined,
    labelled('Response delay (ms)', latency),
    failing,
  )
  function show(state) {
    keep(receipts, state.receipts)
    reachable.checked = state.reachable
    keep(latency, String(state.latencyMs))
    keep(count, String(state.failNext?.count ?? 0))
  }
  return { element: made, show }
}

function keep(field, value) {
  if (document.activeElement !== field && field.value !== value) field.value = value
}

import { element, labelled } from './dom.js'
import { sentItem } from './turns.js'

/** Input for messages and other actions of the persona. `play(turn, shown)` performs them. */
export function composerOf(play) {
  const field = element('textarea', {
    id: 'write',
    rows: 1,
    maxlength: 4000,
    'aria-label': 'Message',
    placeholder: 'Message',
  })
  const said = []
  let back = 0
  const send = () => {
    const text = field.value.trim()
    if (text === '') return
    said.push(text)
    back = 0
    field.value = ''
    play(text, sentItem(text))
  }
  /** The arrow keys recall earlier messages while nothing else has been typed. */
  const recall = (step) => {
    if (field.value !== '' && field.value !== said.at(-back)) return false
    back = Math.min(Math.max(back + step, 0), said.length)
    field.value = back === 0 ? '' : said.at(-back)
    return true
  }
  field.addEventListener('keydown', (event) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.isComposing
    if (isEnter) send()
    if (isEnter || (step && recall(step))) event.preventDefault()
  })
  const sending = element(
    'button',
    { class: 'strong send', 'aria-label': 'Send' },
    element('span', { 'aria-hidden': 'true' }, '↑'),
  )
  const writing = form('write', send, field, sending)
  return { element: element('div', { class: 'composer' }, more(play), writing), focus: () => field.focus() }
}

const switches = [
  ['optOut', 'Opt out', 'The person no longer wants messages'],
  ['optIn', 'Opt in', 'The person wants messages again'],
  ['unsubscribed', 'Unsubscribe', 'Uses the channel’s own setting'],
  ['subscribed', 'Subscribe', 'Uses the channel’s own setting'],
]

function more(play) {
  const made = element('details', { class: 'more' }, element('summary', { 'aria-label': 'More to send' }, '+'))
  const closing = (turn, shown) => {
    made.open = false
    play(turn, shown)
  }
  const buttons = switches.map(([system, words, title]) => {
    const shown = { kind: 'note', text: `${words} …` }
    return element('button', { type: 'button', title, onclick: () => closing({ system }, shown) }, words)
  })
  made.append(element('div', { class: 'tray' }, pictureForm(closing), element('div', { class: 'switches' }, buttons)))
  made.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    made.open = false
    made.querySelector('summary').focus()
  })
  return made
}

function pictureForm(play) {
  const url = element('input', {
    type: 'url',
    required: true,
    maxlength: 2000,
    placeholder: 'https://example.com/picture.png',
  })
  const send = () => {
    play(
      { media: 'image', url: url.value },
      { ...sentItem(''), native: { type: 'media', url: url.value, mediaType: 'image/*' } },
    )
    url.value = ''
  }
  return form('picture', send, labelled('Image URL', url), element('button', {}, 'Send image'))
}

function form(name, submit, ...children) {
  const made = element('form', { class: `row ${name}` }, ...children)
  made.addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  return made
}

import { call, pathOf, Refused, token } from './api.js'
import { choices, element } from './dom.js'
import { phoneOf } from './phone.js'

const channels = {
  rcs: 'RCS',
  sms: 'SMS',
  webchat: 'Web chat',
  messengerA: 'Messenger A',
  messengerB: 'Messenger B',
  socialC: 'Social C',
  vendorMessages: 'Vendor messages',
  workchatD: 'Work chat D',
  aiChatE: 'AI chat E',
}
const phoneEveryMs = 1000
const listEveryMs = 5000
const openedAtFirst = 2

const at = (id) => document.getElementById(id)
const keyOf = ({ channel, address }) => `${channel} ${address}`
/** The phones on the page, by handset. */
const opened = new Map()
let fresh = true

at('channel').append(...choices(Object.entries(channels), 'rcs'))

at('enter').addEventListener('submit', (event) => {
  event.preventDefault()
  token.keep(at('token').value.trim())
  at('token').value = ''
  enter()
})

at('leave').addEventListener('click', () => leave(''))

at('add').addEventListener('submit', (event) => {
  event.preventDefault()
  const place = { channel: at('channel').value, address: at('address').value.trim() }
  attempt(async () => {
    const handset = await call('PUT', pathOf(place), {})
    at('address').value = ''
    open(handset)
    await list()
  })
})

const unreachable = 'Cannot reach the lab. Check your connection.'

/**
 * Shows an error at the top of the page; an invalid token returns to the entry form. A successful poll clears a
 * connection error, but not the error of a user action.
 */
async function attempt(act, isLook = false) {
  try {
    await act()
    if (!isLook || at('notice').textContent === unreachable) say('')
  } catch (error) {
    if (error instanceof Refused && error.status === 401)
      leave('This access token is not valid. Check it and try again.')
    else say(error instanceof Refused ? error.message : unreachable)
  }
}

function say(words) {
  if (at('notice').textContent !== words) at('notice').textContent = words
}

function show(inside) {
  at('enter').hidden = inside
  at('lab').hidden = !inside
  at('leave').hidden = !inside
}

function leave(words) {
  token.forget()
  for (const key of [...opened.keys()]) close(key)
  fresh = true
  show(false)
  say(words)
  at('token').focus()
}

function enter() {
  show(token.read() !== '')
  if (token.read() !== '') attempt(list)
}

async function list() {
  const { data } = await call('GET', '/handsets')
  if (fresh) for (const handset of data.slice(0, openedAtFirst)) open(handset)
  fresh = false
  const buttons = data.map(listed)
  if (data.length === 0) buttons.push(element('li', { class: 'quiet' }, 'No handsets yet. Add one above.'))
  const focused = document.activeElement?.dataset?.handset
  at('handsets').replaceChildren(...buttons)
  if (focused)
    at('handsets')
      .querySelector(`[data-handset="${CSS.escape(focused)}"]`)
      ?.focus()
}

function listed(handset) {
  const key = keyOf(handset)
  const button = element(
    'button',
    { type: 'button', 'data-handset': key, 'aria-pressed': String(opened.has(key)), onclick: () => toggle(handset) },
    element('span', { class: 'badge' }, channels[handset.channel] ?? handset.channel),
    element('span', {}, handset.address),
  )
  return element('li', {}, button)
}

function toggle(handset) {
  if (opened.has(keyOf(handset))) close(keyOf(handset))
  else open(handset)
  attempt(list, true)
}

function open(handset) {
  const key = keyOf(handset)
  if (opened.has(key)) return
  const phone = phoneOf(handset, channels[handset.channel], attempt)
  opened.set(key, phone)
  at('phones').prepend(phone.element)
  attempt(phone.refresh, true)
}

function close(key) {
  opened.get(key)?.element.remove()
  opened.delete(key)
}

/** Polls again some time after the previous response, but not while the page is hidden. */
async function watch(everyMs, act) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    if (token.read() !== '' && !document.hidden) await attempt(act, true)
  }
}

enter()
watch(phoneEveryMs, () => Promise.all([...opened.values()].map((phone) => phone.refresh())))
watch(listEveryMs, list)

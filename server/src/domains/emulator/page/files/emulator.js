import { call, grant, grantIn, Refused } from './api.js'
import { createPlayground } from './playground.js'

const at = (id) => document.getElementById(id)
const everyMs = 3000

const words = {
  missing: ['Open an emulator link', 'Ask the agent’s operator for an emulator link, then open it or paste it here.'],
  dead: [
    'This link no longer works',
    'The link was revoked, or your two-hour session has expired. Ask the agent’s operator for a new link, then open it or paste it here.',
  ],
}

const playground = createPlayground(attempt)

at('enter').addEventListener('submit', (event) => {
  event.preventDefault()
  const given = grantIn(at('link').value)
  at('link').value = ''
  if (!given)
    return say('This is not an emulator link. An emulator link ends with # and a long code that starts with v1. or v2.')
  grant.keep(given)
  return enter()
})
at('leave').addEventListener('click', () => leave('missing'))
addEventListener('hashchange', () => location.hash.length > 1 && enter())

let saidByLook = false

/**
 * Shows an error at the top of the page; an invalid grant returns to the entry form. A successful poll clears the error
 * of an earlier poll, but not the error of a user action.
 */
async function attempt(act, isLook = false) {
  try {
    await act()
    if (!isLook || saidByLook) say('')
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.status === 401) return leave('dead')
    say(error.message)
    saidByLook = isLook
  }
  return undefined
}

function say(sentence) {
  if (at('notice').textContent !== sentence) at('notice').textContent = sentence
}

function leave(why) {
  grant.forget()
  playground.clear()
  show(false)
  const [title, more] = words[why]
  at('door-title').textContent = title
  at('door-words').textContent = more
  at('agent').textContent = 'Emulator'
  at('org').textContent = 'Talk to an agent as a persona.'
  say('')
  at('link').focus()
}

function show(inside) {
  at('door').hidden = inside
  for (const id of ['stage', 'leave', 'sandbox']) at(id).hidden = !inside
}

/** Moves the grant from the fragment, which no server sees, to this tab, and removes it from the address. */
function takeFragment() {
  const given = grantIn(location.hash)
  if (given) grant.keep(given)
  if (location.hash) history.replaceState(null, '', location.pathname)
}

async function enter() {
  takeFragment()
  playground.clear()
  if (grant.read() === '') return leave('missing')
  return attempt(async () => {
    const session = await call('GET', '/emulator/session')
    name(session)
    show(true)
    await playground.open(session)
  })
}

function name({ org, agent, expiresAt }) {
  const time = expiresAt && new Date(expiresAt).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
  at('agent').textContent = agent.name
  at('org').textContent = time ? `${org.name} · open until ${time}` : org.name
  document.title = `${agent.name} · Emulator`
}

/** Polls again some time after the previous response, but not while the page is hidden. */
async function watch() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    if (grant.read() !== '' && !document.hidden) await playground.look()
  }
}

enter()
watch()

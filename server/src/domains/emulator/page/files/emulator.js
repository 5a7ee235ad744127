import { call, grant, grantIn, Refused } from './api.js'
import { createPlayground } from './playground.js'

const at = (id) => document.getElementById(id)
const everyMs = 3000

const words = {
  missing: [
    'This page opens with a link',
    'Ask whoever runs the agent for an emulator link, and open that, or paste it here.',
  ],
  dead: [
    'This link no longer works',
    'It was ended, or its time is over: that of a sitting is two hours. Ask whoever runs the agent for a new one, and open that, or paste it here.',
  ],
}

const playground = createPlayground(attempt)

at('enter').addEventListener('submit', (event) => {
  event.preventDefault()
  const given = grantIn(at('link').value)
  at('link').value = ''
  if (!given) return say('That is no emulator link: one ends with # and a long code that begins with v1. or v2.')
  grant.keep(given)
  return enter()
})
at('leave').addEventListener('click', () => leave('missing'))
addEventListener('hashchange', () => location.hash.length > 1 && enter())

let saidByLook = false

/**
 * What goes wrong is said at the top; a grant that no longer opens leads back to the door. A look at how things stand takes
 * back what another look said, and not what somebody was told about their own doing.
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
  at('org').textContent = 'Talk to an agent as somebody else would.'
  say('')
  at('link').focus()
}

function show(inside) {
  at('door').hidden = inside
  for (const id of ['stage', 'leave', 'sandbox']) at(id).hidden = !inside
}

/** The grant stands in the fragment, which no server sees; from here on this tab keeps it, and the address shows it no more. */
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

/** The next look comes a while after the last one was answered, and none while nobody looks. */
async function watch() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    if (grant.read() !== '' && !document.hidden) await playground.look()
  }
}

enter()
watch()

import { composerOf } from './composer.js'
import { element } from './dom.js'
import { channelSwitch } from './personas.js'
import { channels } from './presets.js'

/** The line below the agent's name, as the channel shows it. */
const senders = {
  rcs: 'Verified business',
  sms: 'Text message',
  messengerA: 'Business account',
  vendorMessages: 'Business chat',
}

/** The phone of a persona: the channel, the conversation and the composer. */
export function phoneOf({ persona, personas, agent }, { play, change, reset }) {
  const log = element('ol', { class: 'log', role: 'log', 'aria-label': 'Messages', tabindex: '0' })
  const composer = composerOf(play)
  const frame = element(
    'div',
    { class: `frame ${persona.channel}` },
    element('div', { class: 'status', 'aria-hidden': 'true' }, clock(), element('span', {}, '●●●● ▮')),
    headOf(agent, persona.channel),
    log,
    composer.element,
  )
  const switching = { class: 'channels', role: 'group', 'aria-label': 'Channel' }
  return {
    log,
    focus: composer.focus,
    children: [element('div', switching, channelSwitch(persona, personas, change)), frame, below(persona, reset)],
  }
}

function clock() {
  return element('span', {}, new Date().toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' }))
}

function headOf(agent, channel) {
  return element(
    'header',
    { class: 'head' },
    element('span', { class: 'face', 'aria-hidden': 'true' }, [...agent][0]?.toUpperCase() ?? ''),
    element('div', {}, element('h2', {}, agent), element('small', {}, `${senders[channel]} · ${channels[channel]}`)),
  )
}

function below({ name }, reset) {
  const asked = element('dialog', { 'aria-labelledby': 'reset-title' })
  const close = () => asked.close()
  const yes = () => {
    close()
    reset()
  }
  asked.append(
    element('h2', { id: 'reset-title' }, 'Start over?'),
    element('p', {}, `This deletes the conversation with ${name} and everything the agent learned in it.`),
    element(
      'div',
      { class: 'row end' },
      element('button', { type: 'button', onclick: close }, 'Cancel'),
      element('button', { type: 'button', class: 'strong', onclick: yes }, 'Delete and start over'),
    ),
  )
  return element(
    'div',
    { class: 'below' },
    element('span', { class: 'quiet' }, `You are ${name}`),
    element('button', { type: 'button', onclick: () => asked.showModal() }, 'Start over'),
    asked,
  )
}

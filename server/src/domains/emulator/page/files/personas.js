import { element } from './dom.js'
import { channels, presets } from './presets.js'
import { groupsOf } from './turns.js'

/** The people that the user can play, each with their channels. */
export function personaList(personas, chosenId, choose) {
  return groupsOf(personas).map((group) => {
    const current = group.find(({ id }) => id === chosenId)
    const { name, fields, id } = current ?? group[0]
    const on = group.map(({ channel }) => channels[channel] ?? channel).join(', ')
    return element(
      'li',
      {},
      element(
        'button',
        { type: 'button', 'data-persona': id, 'aria-pressed': String(Boolean(current)), onclick: () => choose(id) },
        element('span', { class: 'face', 'aria-hidden': 'true' }, initialsOf(name)),
        element('span', {}, element('strong', {}, name), small(aboutOf(fields)), small(on)),
      ),
    )
  })
}

const small = (words) => (words ? element('small', {}, words) : undefined)

const initialsOf = (name) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')

const aboutOf = ({ fullName, firstName, lastName, email, phone, company }) =>
  [fullName ?? [firstName, lastName].filter(Boolean).join(' '), company ?? email ?? phone].filter(Boolean).join(' · ')

/** Buttons that create a persona with one tap. */
export function presetButtons(make) {
  return presets.map(({ sign, says, ...body }) =>
    element(
      'li',
      {},
      element(
        'button',
        { type: 'button', onclick: () => make(body) },
        element('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
        element('span', {}, element('strong', {}, body.name), element('small', {}, says)),
      ),
    ),
  )
}

/** A persona has one channel: choosing another starts a separate conversation of the same person. */
export function channelSwitch(persona, personas, change) {
  const group = groupsOf(personas).find((one) => one.some(({ id }) => id === persona.id)) ?? [persona]
  return Object.entries(channels).map(([channel, name]) => {
    const there = group.find((one) => one.channel === channel)
    const title = there ? name : `Start as ${persona.name} on ${name}`
    const isOn = channel === persona.channel
    const onclick = () => isOn || change(channel, there)
    return element('button', { type: 'button', title, 'aria-pressed': String(isOn), onclick }, name)
  })
}

import { chosen, Refused } from './api.js'
import { conversationOf } from './conversation.js'
import { inspectorOf } from './inspector.js'
import { personaForm } from './persona-form.js'
import { createPersonaList } from './persona-list.js'
import { personaList, presetButtons } from './personas.js'
import { phoneOf } from './phone.js'
import { likeness } from './turns.js'

const at = (id) => document.getElementById(id)

/** The personas, the phone of the selected one, and the inspector. `attempt` reports errors. */
export function createPlayground(attempt) {
  const personaStore = createPersonaList()
  const on = { agent: '', conversation: undefined }
  const inspect = inspectorOf(at('inspector'), (turnId) => on.conversation?.pick(turnId))
  const make = async (body) => play(await personaStore.make(body))
  const form = personaForm((body) => refusalOf(() => make(body)))
  document.body.append(form.element)
  at('presets').append(...presetButtons((body) => attempt(() => make(body))))
  for (const id of ['new', 'own']) at(id).addEventListener('click', form.open)
  at('older').addEventListener('click', () => attempt(() => personaStore.read(true).then(list)))

  const list = () => drawPersonas(personaStore, (id) => attempt(() => play(personaStore.find(id))))

  /** Shows a persona on the phone. */
  async function play(persona) {
    chosen.keep(persona.id)
    on.conversation?.leave()
    list()
    const phone = phoneOf({ persona, personas: personaStore.personas(), agent: on.agent }, actsOn(persona))
    at('phone').replaceChildren(...phone.children)
    inspect([], undefined)
    on.conversation = conversationOf({
      path: personaStore.pathOf(persona),
      persona,
      log: phone.log,
      tell: inspect,
      ended,
    })
    await on.conversation.refresh()
    // On a phone, the keyboard would cover the conversation.
    if (matchMedia('(pointer: fine)').matches) phone.focus()
  }

  const actsOn = (persona) => ({
    play: (turn, shown) => on.conversation.play(turn, shown),
    change: (channel, there) => attempt(() => (there ? play(there) : make(likeness(persona, channel)))),
    reset: () => attempt(async () => play(await personaStore.reset(persona))),
  })

  async function open() {
    await personaStore.read()
    const persona = personaStore.first()
    if (persona) await play(persona)
    else list()
  }

  /** An invalid grant returns to the entry form; a deleted persona opens another one. */
  const ended = (error) => error.status === 401 && attempt(() => Promise.reject(error))
  const orOpen = (error) => (error.status === 404 ? open() : Promise.reject(error))

  return {
    clear() {
      on.conversation?.leave()
      on.conversation = undefined
      personaStore.clear()
    },
    open(session) {
      on.agent = session.agent.name
      personaStore.enter(session)
      return open()
    },
    /** The agent may have written on its own: an opener or a reminder. */
    async look() {
      const { conversation } = on
      if (conversation && !conversation.isBusy()) await attempt(() => conversation.refresh().catch(orOpen), true)
    },
  }
}

function drawPersonas(personaStore, choose) {
  const none = personaStore.personas().length === 0
  at('nobody').hidden = !none
  at('older').hidden = !personaStore.hasMore()
  for (const id of ['people', 'phone', 'inspector']) at(id).hidden = none
  const focused = document.activeElement?.dataset?.persona
  at('personas').replaceChildren(...personaList(personaStore.personas(), chosen.read(), choose))
  if (focused)
    at('personas')
      .querySelector(`[data-persona="${CSS.escape(focused)}"]`)
      ?.focus()
}

/** Returns the error sentence of a refused action, or undefined. */
async function refusalOf(act) {
  try {
    await act()
    return undefined
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.message
  }
}

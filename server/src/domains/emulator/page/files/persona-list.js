import { call, chosen } from './api.js'

/** The personas of the grant's agent. */
export function createPersonaList() {
  const held = { base: '', personas: [], next: undefined }
  const pathOf = ({ id }) => `${held.base}/personas/${id}`

  return {
    pathOf,
    personas: () => held.personas,
    hasMore: () => held.next !== undefined,
    find: (id) => held.personas.find((one) => one.id === id),
    /** The persona played before a reload, otherwise the newest. */
    first: () => held.personas.find(({ id }) => id === chosen.read()) ?? held.personas[0],
    enter({ org, agent }) {
      held.base = `/orgs/${encodeURIComponent(org.id)}/agents/${encodeURIComponent(agent.id)}`
    },
    clear() {
      Object.assign(held, { personas: [], next: undefined })
    },
    async read(goOn = false) {
      const page = goOn && held.next ? `&pageToken=${encodeURIComponent(held.next)}` : ''
      const { data, nextPageToken } = await call('GET', `${held.base}/personas?limit=100${page}`)
      held.personas = page ? [...held.personas, ...data] : data
      held.next = nextPageToken
    },
    async make(body) {
      const persona = await call('POST', `${held.base}/personas`, body)
      held.personas = [persona, ...held.personas]
      return persona
    },
    async reset(persona) {
      const fresh = await call('POST', `${pathOf(persona)}/_reset`)
      held.personas = held.personas.map((one) => (one.id === fresh.id ? fresh : one))
      return fresh
    },
  }
}

const crowd = 1_000

let numbers = 0
let calls = 0

const newNumber = () => `+1202${2_000_000 + ++numbers}`
const knownNumbers = Array.from({ length: crowd }, newNumber)
const changing = Array.from({ length: crowd }, newNumber)

/** Bodies of named sends, each with a key of its own; for as many calls as `crowd` is large, everybody in it is new. */
export type NextBody = () => string

/** To people who are known, of whom nothing new is said. */
export const knownPeopleBody: NextBody = () => bodyOf(knownNumbers[calls % crowd] as string, 'plus')

/** Every other one to somebody whom nobody knew, the rest to people who are known and of whom one field changes. */
export const mixedPeopleBody: NextBody = () => {
  const isNew = calls % 2 === 0
  return isNew ? bodyOf(newNumber(), 'plus') : bodyOf(changing[((calls - 1) / 2) % crowd] as string, `plan ${calls}`)
}

const bodyOf = (address: string, plan: string, idempotencyKey = `call-${++calls}`) => {
  const recipient = { channel: 'rcs', address }
  return JSON.stringify({ recipient, profile: { firstName: 'Alex' }, inputs: { plan }, idempotencyKey })
}

/** Bodies that always say the same. */
export function repeatedBodies(count: number): string[] {
  return Array.from({ length: count }, () => bodyOf(newNumber(), 'plus'))
}

/** A step of a journey, each for a newcomer. */
export function nextJourneyBody(): string {
  const journey = { versionId: 'v-1', nodeId: 'node-7', instanceId: `entry-${++calls}` }
  return JSON.stringify({ profile: { phone: newNumber(), firstName: 'Alex' }, journey, inputs: { plan: 'plus' } })
}

const crowd = 1_000

let numbers = 0
let calls = 0

const newNumber = () => `+1202${2_000_000 + ++numbers}`
const knownNumbers = Array.from({ length: crowd }, newNumber)
const changing = Array.from({ length: crowd }, newNumber)

/** Bodies of named sends, each with its own key. The first `crowd` calls all address new people. */
export type NextBody = () => string

/** Known people with unchanged data. */
export const knownPeopleBody: NextBody = () => bodyOf(knownNumbers[calls % crowd] as string, 'plus')

/** Alternates between new people and known people with one changed field. */
export const mixedPeopleBody: NextBody = () => {
  const isNew = calls % 2 === 0
  return isNew ? bodyOf(newNumber(), 'plus') : bodyOf(changing[((calls - 1) / 2) % crowd] as string, `plan ${calls}`)
}

const bodyOf = (address: string, plan: string, idempotencyKey = `call-${++calls}`) => {
  const recipient = { channel: 'rcs', address }
  return JSON.stringify({ recipient, profile: { firstName: 'Alex' }, inputs: { plan }, idempotencyKey })
}

export function repeatedBodies(count: number): string[] {
  return Array.from({ length: count }, () => bodyOf(newNumber(), 'plus'))
}

export function nextJourneyBody(): string {
  const journey = { versionId: 'v-1', nodeId: 'node-7', instanceId: `entry-${++calls}` }
  return JSON.stringify({ profile: { phone: newNumber(), firstName: 'Alex' }, journey, inputs: { plan: 'plus' } })
}

const knownPeopleCount = 1_000

let phoneCount = 0
let callCount = 0

const nextPhone = () => `+1202${2_000_000 + ++phoneCount}`
const knownNumbers = Array.from({ length: knownPeopleCount }, nextPhone)
const changingNumbers = Array.from({ length: knownPeopleCount }, nextPhone)

/** Bodies of named sends, each with its own key. The first `knownPeopleCount` calls all address new people. */
export type NextBody = () => string

/** Known people with unchanged data. */
export const nextKnownPersonBody: NextBody = () =>
  buildBody(knownNumbers[callCount % knownPeopleCount] as string, 'plus')

/** Alternates between new people and known people with one changed field. */
export const nextMixedPersonBody: NextBody = () => {
  const isNew = callCount % 2 === 0
  return isNew
    ? buildBody(nextPhone(), 'plus')
    : buildBody(changingNumbers[((callCount - 1) / 2) % knownPeopleCount] as string, `plan ${callCount}`)
}

const buildBody = (address: string, plan: string, idempotencyKey = `call-${++callCount}`) => {
  const recipient = { channel: 'rcs', address }
  return JSON.stringify({ recipient, profile: { firstName: 'Alex' }, inputs: { plan }, idempotencyKey })
}

export function buildRepeatedBodies(count: number): string[] {
  return Array.from({ length: count }, () => buildBody(nextPhone(), 'plus'))
}

export function nextJourneyBody(): string {
  const journey = { versionId: 'v-1', nodeId: 'node-7', instanceId: `entry-${++callCount}` }
  return JSON.stringify({ profile: { phone: nextPhone(), firstName: 'Alex' }, journey, inputs: { plan: 'plus' } })
}

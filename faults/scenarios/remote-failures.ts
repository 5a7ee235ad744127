import { setTimeout as sleep } from 'node:timers/promises'
import type { ReceiverBehavior } from '../environment/event-receiver.ts'
import type { ProviderBehavior } from '../environment/fake-providers.ts'
import { type FaultScenario, randomBetween } from '../scenario.ts'

const processes = { apiProcesses: 1, workers: 2 }
const secondsEach = [2, 4] as const

const providerBehaviors: Record<string, ProviderBehavior> = {
  'answers 500': { status: 500 },
  'closes the connection after receiving the message': 'reset',
  'answers 429': { status: 429, headers: { 'retry-after': '5' } },
  'never responds': 'no-response',
  'responds with something that is not HTTP': 'not-http',
  'responds late': 'slow',
  redirects: { status: 302, headers: { location: '/elsewhere' } },
  'answers 503': { status: 503 },
  'accepts it and responds 500': { status: 500, accepts: true },
  'accepts it and responds 502': { status: 502, accepts: true },
  'accepts it and responds 503': { status: 503, accepts: true },
  'accepts it and responds 504': { status: 504, accepts: true },
  'accepts it and responds with garbage': 'garbage',
}

/** F7: each way in which a provider fails, for some of the calls. */
export const providerFailureScenario: FaultScenario = {
  name: 'providers',
  description: 'providers respond with errors, late, with garbage or not at all, before or after accepting the message',
  processes,
  async run({ environment, rounds, random, recordFault }) {
    const all = Object.entries(providerBehaviors)
    for (let round = 0; round < rounds; round++) {
      const [description, behavior] = all[round % all.length] as (typeof all)[number]
      environment.providers.setBehavior(() => (random() < 0.6 ? behavior : 'ok'))
      await sleep(randomBetween(random, ...secondsEach) * 1000)
      environment.providers.setBehavior()
      recordFault(`provider that ${description}`)
      await sleep(500)
    }
  },
}

const receiverBehaviors: Record<string, ReceiverBehavior> = {
  'answers 500': { status: 500 },
  'closes the connection': 'reset',
  'answers 429': { status: 429, headers: { 'retry-after': '2' } },
  'never responds': 'no-response',
}

/** F12: the receivers of webhooks and events fail. */
export const receiverFailureScenario: FaultScenario = {
  name: 'receivers',
  description: "the agent's endpoint and the org's webhook respond with errors, or not at all",
  processes,
  async run({ environment, rounds, random, recordFault }) {
    const all = Object.entries(receiverBehaviors)
    for (let round = 0; round < rounds; round++) {
      const [description, behavior] = all[round % all.length] as (typeof all)[number]
      environment.receiver.setBehavior(() => (random() < 0.6 ? behavior : 'ok'))
      await sleep(randomBetween(random, ...secondsEach) * 1000)
      environment.receiver.setBehavior()
      recordFault(`receiver that ${description}`)
      await sleep(500)
    }
  },
}

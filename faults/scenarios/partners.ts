import { setTimeout as sleep } from 'node:timers/promises'
import type { ReceiverBehavior } from '../environment/event-receiver.ts'
import type { ProviderBehavior } from '../environment/fake-providers.ts'
import { between, type FaultScenario } from '../scenario.ts'

const processes = { apiProcesses: 1, workers: 2 }
const secondsEach = [2, 4] as const

const manners: Record<string, ProviderBehavior> = {
  'answers 500': { status: 500 },
  'closes the connection after receiving the message': 'resets',
  'answers 429': { status: 429, headers: { 'retry-after': '5' } },
  'never responds': 'silence',
  'responds with something that is not HTTP': 'noise',
  'responds late': 'slow',
  redirects: { status: 302, headers: { location: '/elsewhere' } },
  'answers 503': { status: 503 },
  'accepts it and responds 500': { status: 500, takes: true },
  'accepts it and responds 502': { status: 502, takes: true },
  'accepts it and responds 503': { status: 503, takes: true },
  'accepts it and responds 504': { status: 504, takes: true },
  'accepts it and responds with garbage': 'garbage',
}

/** F7: each way in which a provider fails, for some of the calls. */
export const providerFailures: FaultScenario = {
  name: 'providers',
  description: 'providers respond with errors, late, with garbage or not at all, before or after accepting the message',
  processes,
  async run({ environment, rounds, random, fault }) {
    const all = Object.entries(manners)
    for (let round = 0; round < rounds; round++) {
      const [what, manner] = all[round % all.length] as (typeof all)[number]
      environment.providers.behave(() => (random() < 0.6 ? manner : 'fine'))
      await sleep(between(random, ...secondsEach) * 1000)
      environment.providers.behave()
      fault(`carrier that ${what}`)
      await sleep(500)
    }
  },
}

const answers: Record<string, ReceiverBehavior> = {
  'answers 500': { status: 500 },
  'closes the connection': 'resets',
  'answers 429': { status: 429, headers: { 'retry-after': '2' } },
  'never responds': 'silence',
}

/** F12: the receivers of webhooks and events fail. */
export const receiverFailures: FaultScenario = {
  name: 'receivers',
  description: "the agent's endpoint and the org's webhook respond with errors, or not at all",
  processes,
  async run({ environment, rounds, random, fault }) {
    const all = Object.entries(answers)
    for (let round = 0; round < rounds; round++) {
      const [what, answer] = all[round % all.length] as (typeof all)[number]
      environment.receiver.behave(() => (random() < 0.6 ? answer : 'fine'))
      await sleep(between(random, ...secondsEach) * 1000)
      environment.receiver.behave()
      fault(`receiver that ${what}`)
      await sleep(500)
    }
  },
}

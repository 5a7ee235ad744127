import type { FaultEnvironment } from '../environment/environment.ts'
import { type AcknowledgedCall, createCallLog } from './acknowledged-calls.ts'
import { runActor, type TrafficActor, type TrafficContext } from './actor.ts'
import { pauseAndResumeActor, startCampaigns } from './campaigns.ts'
import { createRetryingClient } from './client.ts'
import { createConversationActor, createOptOutActor, deliveryReportActor } from './conversations.ts'
import { createFixtures, type TrafficFixtures } from './fixtures.ts'
import { bookingActor, peopleActor, playbookActor, rivalBookingActor } from './records.ts'
import { safeHoursActor, setSafeHours } from './safe-hours.ts'
import { createSendActor, rehearsalActor } from './sends.ts'
import { sequenceActor } from './sequences.ts'
import { createToolActor, createToolFixtures } from './tools.ts'
import { undeliveredActor } from './undelivered.ts'

const actors: TrafficActor[] = [
  ...[1, 2, 3].map(createSendActor),
  ...[11, 12, 13, 14].map(createConversationActor),
  ...[21, 22, 23].map(createOptOutActor),
  deliveryReportActor,
  rehearsalActor,
  peopleActor,
  bookingActor,
  rivalBookingActor,
  playbookActor,
  pauseAndResumeActor,
  safeHoursActor,
  sequenceActor,
  undeliveredActor,
]

export type TrafficOptions = {
  random(): number
  paceMilliseconds: number
  campaignPeople: number
  /** Default: everything except tools. */
  kind?: 'tools'
}
export type TrafficRun = {
  fixtures: TrafficFixtures
  acknowledged: AcknowledgedCall[]
  /** For scenarios that call Parley themselves. */
  context: TrafficContext
  /** Starts all actors; `stop` waits until the last call is acknowledged, and finally opens the safe hours. */
  start(): { stop(): Promise<void> }
}

export async function prepareTraffic(environment: FaultEnvironment, options: TrafficOptions): Promise<TrafficRun> {
  const log = createCallLog()
  const client = createRetryingClient(environment, log, options.random)
  const fixtures = await createFixtures(environment, client)
  const toolActors =
    options.kind === 'tools' ? [createToolActor(await createToolFixtures(environment, client))] : undefined
  const { providers, receiver, keys } = environment
  const users = new Map<string, string>()
  const context: TrafficContext = {
    client,
    log,
    fixtures,
    apiKey: keys.api,
    random: options.random,
    paceMilliseconds: options.paceMilliseconds,
    findUserId: (number) => {
      if (users.has(number)) return users.get(number)
      const userId = receiver.agentEvents.find(({ text }) => text?.endsWith(` of ${number}`))?.userId
      if (userId) users.set(number, userId)
      return userId
    },
    waitForProviders: environment.networks.providers.waitUntilCaughtUp,
    deliveredMessages: () =>
      providers.calls
        .filter(({ provider, delivered }) => provider === 'http-sms' && delivered)
        .map(({ id }) => ({ messageId: id })),
  }
  return {
    fixtures,
    acknowledged: log.all,
    context,
    start() {
      const controller = new AbortController()
      const campaigns = toolActors ? undefined : startCampaigns(context, options.campaignPeople)
      const running = Promise.all([
        campaigns,
        ...(toolActors ?? actors).map((actor) => runActor(actor, context, controller.signal)),
      ])
      running.catch(() => {})
      return {
        async stop() {
          controller.abort()
          await running
          await setSafeHours(context, true)
        },
      }
    },
  }
}

import type { Stage } from '../stage/stage.ts'
import { type Actor, keepActing, type Scene } from './actor.ts'
import { conductor, startCampaigns } from './campaigns.ts'
import { clientOf } from './client.ts'
import { type Deed, openLog } from './deeds.ts'
import { keeper, setHours } from './hours.ts'
import { booker, clerk, editor, rival } from './records.ts'
import { rehearser, sender } from './sends.ts'
import { prepare, type Setting } from './setting.ts'
import { reporter, talker, waverer } from './talk.ts'

const cast: Actor[] = [
  ...[1, 2, 3].map(sender),
  ...[11, 12, 13, 14].map(talker),
  ...[21, 22, 23].map(waverer),
  reporter,
  rehearser,
  clerk,
  booker,
  rival,
  editor,
  conductor,
  keeper,
]

export type TrafficOptions = { random(): number; paceMilliseconds: number; campaignPeople: number }
export type Traffic = {
  setting: Setting
  deeds: Deed[]
  /** Everybody acts until `stop`, which waits until the last call was acknowledged; the last opens the safe hours. */
  begin(): { stop(): Promise<void> }
}

export async function prepareTraffic(stage: Stage, options: TrafficOptions): Promise<Traffic> {
  const log = openLog()
  const client = clientOf(stage, log, options.random)
  const setting = await prepare(stage, client)
  const { carrier, receiver, keys } = stage
  const users = new Map<string, string>()
  const scene: Scene = {
    client,
    log,
    setting,
    apiKey: keys.api,
    random: options.random,
    paceMilliseconds: options.paceMilliseconds,
    userOf: (number) => {
      if (users.has(number)) return users.get(number)
      const userId = receiver.told.find(({ text }) => text?.endsWith(` of ${number}`))?.userId
      if (userId) users.set(number, userId)
      return userId
    },
    caughtUp: stage.lines.carrier.caughtUp,
    carried: () =>
      carrier.carried
        .filter(({ provider, effect }) => provider === 'http-sms' && effect)
        .map(({ id }) => ({ messageId: id })),
  }
  return {
    setting,
    deeds: log.all,
    begin() {
      const stopping = new AbortController()
      const begun = startCampaigns(scene, options.campaignPeople)
      const acting = Promise.all([begun, ...cast.map((actor) => keepActing(actor, scene, stopping.signal))])
      acting.catch(() => {})
      return {
        async stop() {
          stopping.abort()
          await acting
          await setHours(scene, true)
        },
      }
    },
  }
}

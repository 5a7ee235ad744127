import type { Hands } from '../deps.ts'
import type { HandsDeps, HandsFor } from './deps.ts'
import { callIntegration } from './integration.ts'
import { meetingHands } from './meetings.ts'
import { notifyTeam } from './notices/notify.ts'
import { optOut } from './opt-out.ts'
import { saveProfile } from './profile.ts'
import { offerTimes } from './times.ts'

/** Hands that act: in the calendar, on the person, towards the team and the operator's own services. */
export function liveHands(conversation: HandsFor, deps: HandsDeps): Hands {
  return {
    ...meetingHands(conversation, deps),
    offerTimes: (wish) => offerTimes(conversation, deps, wish),
    save: (change) => saveProfile(conversation, deps, change),
    notifyTeam: (text) => notifyTeam(conversation, deps, text),
    callIntegration: (id, given) => callIntegration(conversation, deps, { id, given }),
    optOut: (words, confirmation) => optOut(conversation, deps, { words, confirmation }),
  }
}

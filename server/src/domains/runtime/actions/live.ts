import type { AgentActions } from '../deps.ts'
import { liveAppointmentActions } from './appointments.ts'
import type { ActionDeps, ActionTarget } from './deps.ts'
import { callIntegration } from './integration.ts'
import { notifyTeam } from './notices/notify.ts'
import { findOpenTimes } from './open-times.ts'
import { optOutPartner } from './opt-out.ts'
import { saveProfile } from './profile.ts'

/** Hands that act: in the calendar, on the person, towards the team and the operator's own services. */
export function liveActions(conversation: ActionTarget, deps: ActionDeps): AgentActions {
  return {
    ...liveAppointmentActions(conversation, deps),
    findOpenTimes: (query) => findOpenTimes(conversation, deps, query),
    saveProfile: (change) => saveProfile(conversation, deps, change),
    notifyTeam: (text) => notifyTeam(conversation, deps, text),
    callIntegration: (id, given) => callIntegration(conversation, deps, { id, given }),
    optOut: (words, confirmation) => optOutPartner(conversation, deps, { words, confirmation }),
  }
}

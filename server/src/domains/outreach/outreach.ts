import type { Db } from '../../platform/db/database.ts'
import type { AgentKey, Route } from '../../platform/http/route.ts'
import type { Conversations } from '../conversations/index.ts'
import type { PersonListener } from '../people/index.ts'
import { copied } from './copied.ts'
import type { OutreachDeps, QueueSend } from './deps.ts'
import { followUpsOf } from './follow-ups/follow-ups.ts'
import { journeyRoutes } from './journey/routes.ts'
import { eraseRedemptions } from './links/queries.ts'
import { linkRoutes } from './links/routes.ts'
import { linkWork } from './links/worker.ts'
import { reachabilityRoutes } from './reachability/routes.ts'
import { recheckWork } from './rechecks/worker.ts'
import { type OutreachUsers, outreachRoutes } from './routes.ts'
import { type SendEnd, sendsEnded } from './rules/ended.ts'
import { rulesPersonListener } from './rules/person-listener.ts'
import { noteHold } from './rules/queries.ts'
import { ruleRoutes } from './rules/routes.ts'
import { ruleWork } from './rules/worker.ts'
import { accepterOf } from './sends/accept.ts'
import { campaignSendsOf } from './sends/campaign/campaign-sends.ts'
import { type MoveDeps, outcomeHearerOf, sendMoves } from './sends/moves.ts'
import { openingFor, showOpeningFor } from './sends/opening-for.ts'
import { sendToPersona } from './sends/persona.ts'
import { queueSend } from './sends/queue.ts'
import type { PersonaSendDeps } from './sends/rehearsal.ts'
import { readForJourney, sendRoutes } from './sends/routes.ts'
import { type SendWorkDeps, sendWork } from './sends/worker.ts'

export type OutreachGiven = OutreachDeps &
  Pick<PersonaSendDeps, 'personas' | 'rehearsals'> & {
    rehearser: Conversations['rehearser']
    abandon: MoveDeps['abandon']
    handed: SendWorkDeps['handed']
    log: SendWorkDeps['log']
    publicUrl: string
    /** Campaigns that name an Outreach hold it. */
    users?: OutreachUsers
  }

/** Ties the parts of the domain together. */
export function outreachOf(given: OutreachGiven) {
  const { announce, definitions, rehearser } = given
  const moves = sendMoves({ ...given, ended: tellRules })
  const followUps = followUpsOf(given)
  const accept = accepterOf({
    ...given,
    rehearse: (agent, asked, personaId) =>
      sendToPersona(agent, asked, personaId, { ...given, capture: rehearser.capture }),
  })
  const queue: QueueSend = (tx, agent, send) => queueSend(tx, agent, send, announce)
  const ended: SendWorkDeps['ended'] = (tx, agent, { row, state, reason }) =>
    tellRules(tx, agent, [{ ruleId: row.rule_id ?? undefined, personId: row.person_id }], { state, reason })
  const held: SendWorkDeps['held'] = async (tx, agent, { id: sendId, rule_id: ruleId, person_id: personId }, hold) => {
    if (ruleId !== null) await noteHold(tx, agent, { ruleId, personId }, { sendId, hold })
  }
  const acting = { ...given, capture: rehearser.capture, sent: followUps.sent }
  return {
    accept,
    queue,
    /** For campaigns, which make their sends themselves. */
    campaignSends: campaignSendsOf({ ...acting, tell: moves.tell, giveUp: moves.giveUp }),
    /** For those who rehearse: what an Outreach says first. */
    openings: {
      of: openingFor,
      show: (agent: AgentKey, showing: Parameters<typeof showOpeningFor>[1]) => showOpeningFor(agent, showing, acting),
    },
    /** Beside the person's own row: sends, rows of rules, redemptions. */
    personListener: personListenerOf(moves.listener, followUps.listener),
    definitionListener: inTurn(moves.outreachGone, followUps.outreachGone),
    /** The first answer to what a send has opened. */
    answered: inTurn(moves.answered, followUps.answered),
    outcomeKnown: outcomeHearerOf(given),
    routes: (): Route[] => [
      ...sendRoutes({ accept, cancel: moves.cancel }),
      ...outreachRoutes(definitions, given.users),
      ...ruleRoutes(definitions),
      ...reachabilityRoutes(given),
      ...journeyRoutes({ ...given, accept, readSend: readForJourney }),
      ...linkRoutes(given),
    ],
    works: () => [
      sendWork({ ...acting, ended, held, cancelMore: moves.cancelMore }),
      ruleWork({ ...given, queue }),
      followUps.work(),
      recheckWork(given),
      linkWork(given),
    ],
  }
}

/** Both hear of it, one after the other. */
function inTurn<Given extends unknown[]>(...listeners: ((...given: Given) => Promise<void>)[]) {
  return async (...given: Given): Promise<void> => {
    for (const listener of listeners) await listener(...given)
  }
}

function personListenerOf(...parts: PersonListener[]): PersonListener {
  const listeners = [...parts, rulesPersonListener]
  const eraseLinks: PersonListener['erased'] = (tx, agent, _, identities) =>
    eraseRedemptions(
      tx,
      agent,
      identities.map(({ asid }) => asid),
    )
  return {
    copied,
    merged: inTurn(...listeners.map(({ merged }) => merged)),
    erased: inTurn(...listeners.map(({ erased }) => erased), eraseLinks),
  }
}

type OfRule = { ruleId?: string; personId: string }

/** Rules hear what became of their sends. */
async function tellRules(tx: Db, agent: AgentKey, sends: readonly OfRule[], end: SendEnd): Promise<void> {
  const names = sends.flatMap(({ ruleId, personId }) => (ruleId === undefined ? [] : { ruleId, personId }))
  await sendsEnded(tx, agent, names, end)
}

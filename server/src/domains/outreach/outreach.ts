import type { AgentDefinition } from '@parley/definition'
import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey, Route } from '../../platform/http/route.ts'
import { timestamp } from '../../platform/http/schemas.ts'
import type { ClockSource } from '../../platform/sandbox-clock.ts'
import type { DefinitionListener } from '../agents/index.ts'
import type { Conversations } from '../conversations/index.ts'
import type { PersonListener } from '../people/index.ts'
import { createDateTriggerListener, dateTriggerWork } from './dates/worker.ts'
import type { AcceptSend, EnqueueSend, OutreachDeps } from './deps.ts'
import { createFollowUps } from './follow-ups/follow-ups.ts'
import { createSandboxFollowUps, type SandboxFollowUpDeps } from './follow-ups/sandbox-follow-ups.ts'
import { deleteGoalsOfPerson, mergeGoals } from './goals/queries.ts'
import { journeyRoutes } from './journey/routes.ts'
import { eraseRedemptions } from './links/queries.ts'
import { linkRoutes } from './links/routes.ts'
import { linkWork } from './links/worker.ts'
import {
  exportAutomatedRows,
  exportEnrollments,
  exportFollowUps,
  exportGoals,
  exportRedemptions,
  exportSends,
} from './queries/data-export.ts'
import { reachabilityRoutes } from './reachability/routes.ts'
import { recheckWork } from './rechecks/worker.ts'
import { type FindOutreachReferrers, outreachRoutes } from './routes.ts'
import { recordSendOutcomes, rulesPersonListener, type SendOutcome } from './rules/listener.ts'
import { recordRuleHold } from './rules/queries.ts'
import { ruleRoutes } from './rules/routes.ts'
import { ruleWork } from './rules/worker.ts'
import { createAcceptSend } from './sends/accept.ts'
import { createCampaignSends } from './sends/campaign/campaign-sends.ts'
import type { CampaignSends } from './sends/campaign/deps.ts'
import { sendToPersona } from './sends/persona.ts'
import { readJourneySend, sendRoutes } from './sends/routes.ts'
import {
  type OpeningRequest,
  type PersonaSendDeps,
  resolveSandboxOpening,
  type SandboxOpening,
  type SandboxOpeningTarget,
  type SandboxRecipient,
  type ShowResult,
  showSandboxOpening,
} from './sends/sandbox.ts'
import { enqueueSend } from './sends/store-send.ts'
import {
  createMoveHandler,
  createOutcomeHandler,
  createSendTransitions,
  type SendTransitionDeps,
} from './sends/transitions.ts'
import { type OutreachWork, type SendWorkDeps, sendWork } from './sends/worker.ts'
import { createSequenceReactions, type SequenceReactions } from './sequences/listener.ts'
import { sequenceRoutes } from './sequences/routes.ts'
import { createSandboxEnrollments, type SandboxEnrollmentDeps } from './sequences/sandbox-enrollments.ts'
import { sequenceWork } from './sequences/worker.ts'
import { deleteLinksOfPerson } from './taps/queries.ts'
import { type ServeTaps, serveTaps, type TapDeps } from './taps/routes.ts'
import { createTrackLinks } from './taps/track-links.ts'

const ExportedSend = z.strictObject({
  sendId: z.string(),
  outreachId: z.string(),
  origin: z.string(),
  campaignId: z.string().optional(),
  channel: z.string(),
  state: z.string(),
  reason: z.string().optional(),
  inputs: z.unknown().optional().meta({ description: 'Input values sent with the request.' }),
  consent: z.unknown().optional().meta({ description: 'The consent that the caller claimed.' }),
  messageId: z.string().optional(),
  queuedAt: timestamp,
  sentAt: timestamp.optional(),
  respondedAt: timestamp.optional(),
  sequenceId: z.string().optional(),
  taps: z
    .array(z.strictObject({ url: z.string(), at: timestamp }))
    .optional()
    .meta({ description: 'Links of it that the person tapped.' }),
})
const ExportedAutomatedRow = z.strictObject({
  automatedOutreachId: z.string(),
  outreachId: z.string(),
  state: z.string(),
  reason: z.string().optional(),
  triggeredAt: timestamp,
})
const ExportedFollowUp = z.strictObject({
  sendId: z.string(),
  outreachId: z.string(),
  state: z.string(),
  times: z.int(),
  createdAt: timestamp,
})
const ExportedRedemption = z.strictObject({
  linkId: z.string(),
  userId: z.string(),
  state: z.string(),
  redeemedAt: timestamp,
})

const ExportedEnrollment = z.strictObject({
  sequenceId: z.string(),
  state: z.string(),
  reason: z.string().optional(),
  steps: z.array(z.object({ stepId: z.string(), state: z.string(), at: z.string().optional() })),
  enrolledAt: timestamp,
  endedAt: timestamp.optional(),
})
const ExportedGoal = z.strictObject({ goalId: z.string(), reachedAt: timestamp })

const outreachDataExport: PersonListener['dataExport'] = {
  sends: { entry: ExportedSend, read: exportSends },
  automatedOutreach: { entry: ExportedAutomatedRow, read: exportAutomatedRows },
  followUps: { entry: ExportedFollowUp, read: exportFollowUps },
  sequences: { entry: ExportedEnrollment, read: exportEnrollments },
  goalsReached: { entry: ExportedGoal, read: exportGoals },
  linkRedemptions: { entry: ExportedRedemption, read: exportRedemptions },
}

export type OutreachServiceDeps = Omit<OutreachDeps, 'trackLinks'> &
  Pick<PersonaSendDeps, 'personas'> & {
    sandboxes: SandboxFollowUpDeps['sandboxes'] & SandboxEnrollmentDeps['sandboxes']
    readSandboxGoals: SandboxEnrollmentDeps['readSandboxGoals']
    sandboxConversations: Conversations['sandbox']
    abandon: SendTransitionDeps['abandon']
    findDispatched: SendWorkDeps['findDispatched']
    log: SendWorkDeps['log']
    publicUrl: string
    /** Short links are on the gateway. */
    gatewayPublicUrl: string
    reachLinkGoal: TapDeps['reachLinkGoal']
    /** Campaigns that use an Outreach block its deletion. */
    findReferrers?: FindOutreachReferrers
  }

export type OutreachService = {
  accept: AcceptSend
  enqueue: EnqueueSend
  /** For campaigns, which create their own sends. */
  campaignSends: CampaignSends
  /** For test conversations: what an Outreach says first. */
  openings: SandboxOpenings
  /** Follow-ups and steps of sequences that wait for the clocks of sandbox people. */
  clockSources: ClockSource[]
  /** Covers data outside the person's row: sends, rule rows, redemptions. */
  personListener: PersonListener
  definitionListener: DefinitionListener
  /** The first reply to a conversation that a send started. */
  onAnswered(tx: Db, agent: AgentKey, answer: { initiatedBy: string; at: Date }): Promise<void>
  onOutcomeKnown(tx: Db, agent: AgentKey, sendId: string): Promise<void>
  /** The opener of a send was not delivered and goes by another channel. */
  onMoved: NonNullable<Conversations['dispatch']['onInitiationMoved']>
  routes(): Route[]
  /** Serves short links. */
  serveTaps: ServeTaps
  works(): OutreachWork[]
}

type SandboxOpenings = {
  compose(definition: AgentDefinition, recipient: SandboxRecipient, request: OpeningRequest): SandboxOpening
  send(agent: AgentKey, target: SandboxOpeningTarget): Promise<ShowResult>
}

export function createOutreach(given: OutreachServiceDeps): OutreachService {
  const deps = { ...given, trackLinks: createTrackLinks(given) }
  const { announce, definitions, sandboxConversations } = deps
  const sequences = createSequenceReactions(deps)
  const moves = createSendTransitions({
    ...deps,
    async onEnded(tx, agent, moved, end) {
      await notifyRules(tx, agent, moved, end)
      for (const { id, sequenceId } of moved) if (sequenceId) await sequences.onStepEnded(tx, agent, id, end)
    },
  })
  const followUps = createFollowUps(deps)
  const accept = createAcceptSend({
    ...deps,
    sendToPersona: (agent, context, personaId) =>
      sendToPersona(agent, context, personaId, { ...deps, capture: sandboxConversations.capture }),
  })
  const queue: EnqueueSend = (tx, agent, send) => enqueueSend(tx, agent, send, announce)
  const acting = { ...deps, capture: sandboxConversations.capture, onSent: followUps.onSent }
  return {
    accept,
    enqueue: queue,
    campaignSends: createCampaignSends({ ...acting, publishEnd: moves.publishEnd, abandonSends: moves.abandonSends }),
    openings: {
      compose: resolveSandboxOpening,
      send: (agent, target) => showSandboxOpening(agent, target, acting),
    },
    clockSources: [createSandboxFollowUps(deps), createSandboxEnrollments(acting)],
    personListener: createPersonListener(
      moves.listener,
      followUps.listener,
      sequences.personListener,
      goalListener,
      linkListener,
    ),
    definitionListener: runSequentially(
      moves.onOutreachDeleted,
      followUps.onOutreachDeleted,
      sequences.onSequenceDeleted,
      createDateTriggerListener(deps),
    ),
    onAnswered: runSequentially(moves.onAnswered, followUps.onAnswered, sequences.onAnswered),
    onOutcomeKnown: createOutcomeHandler(deps),
    onMoved: createMoveHandler(deps),
    routes: () => [
      ...sendRoutes({ accept, cancel: moves.cancel }),
      ...outreachRoutes(definitions, deps.findReferrers),
      ...ruleRoutes(definitions),
      ...sequenceRoutes(acting),
      ...reachabilityRoutes(deps),
      ...journeyRoutes({ ...deps, accept, readSend: readJourneySend }),
      ...linkRoutes(deps),
    ],
    serveTaps: (app) => serveTaps(app, deps),
    works: () => [
      sendWork({ ...acting, ...createSendListeners(sequences), cancelMore: moves.cancelMore }),
      ruleWork({ ...deps, enqueue: queue }),
      sequenceWork({ ...deps, enqueue: queue }),
      dateTriggerWork(deps),
      followUps.work(),
      recheckWork(deps),
      linkWork(deps),
    ],
  }
}

/** Sends of rules and sequences report to them how they ended, and what holds them back. */
function createSendListeners(sequences: SequenceReactions): Pick<SendWorkDeps, 'onEnded' | 'onHeld'> {
  return {
    async onEnded(tx, agent, { row, state, reason }) {
      await notifyRules(tx, agent, [{ ruleId: row.rule_id ?? undefined, personId: row.person_id }], { state, reason })
      if (row.sequence_id !== null) await sequences.onStepEnded(tx, agent, row.id, { state, reason })
    },
    async onHeld(tx, agent, { id: sendId, rule_id: ruleId, person_id: personId }, hold) {
      if (ruleId !== null) await recordRuleHold(tx, agent, { ruleId, personId }, { sendId, hold })
    },
  }
}

const goalListener: PersonListener = {
  onMerge: (tx, agent, { from, into }) => mergeGoals(tx, agent, { from: from.id, into: into.id }),
  onErase: (tx, agent, person) => deleteGoalsOfPerson(tx, agent, person.id),
}

const linkListener: PersonListener = {
  onMerge: async () => {},
  onErase: (tx, agent, person) => deleteLinksOfPerson(tx, agent, person.id),
}

function runSequentially<Given extends unknown[]>(...listeners: ((...given: Given) => Promise<void>)[]) {
  return async (...given: Given): Promise<void> => {
    for (const listener of listeners) await listener(...given)
  }
}

function createPersonListener(...parts: PersonListener[]): PersonListener {
  const listeners = [...parts, rulesPersonListener]
  const eraseLinks: PersonListener['onErase'] = (tx, agent, _, identities) =>
    eraseRedemptions(
      tx,
      agent,
      identities.map(({ asid }) => asid),
    )
  return {
    dataExport: outreachDataExport,
    onMerge: runSequentially(...listeners.map(({ onMerge }) => onMerge)),
    onErase: runSequentially(...listeners.map(({ onErase }) => onErase), eraseLinks),
  }
}

type RuleSend = { ruleId?: string; personId: string }

async function notifyRules(tx: Db, agent: AgentKey, sends: readonly RuleSend[], end: SendOutcome): Promise<void> {
  const names = sends.flatMap(({ ruleId, personId }) => (ruleId === undefined ? [] : { ruleId, personId }))
  await recordSendOutcomes(tx, agent, names, end)
}

import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { World } from '../../platform/world.ts'
import type { Responder, WriteLog } from '../conversations/index.ts'
import { recordModelCall } from '../models/index.ts'
import type { ActionDeps } from './actions/deps.ts'
import { liveActions } from './actions/live.ts'
import type { ConversationPartner, SandboxEffect } from './deps.ts'
import { type LinkTap, reachLinkGoal } from './goals/goal.ts'
import type { AgentModels } from './models/agent-models.ts'
import { createResponder, type RespondDeps, type TurnParticipant, type TurnTarget } from './respond.ts'
import { sandboxActions } from './sandbox/actions.ts'
import { findSandboxState } from './sandbox/queries.ts'
import { type ConversationInitiation, type InitiationState, recordInitiations } from './state/conversation-state.ts'
import { listTools } from './tools/index.ts'
import { runTool } from './tools/run-tool.ts'
import { findTurnByEvent } from './turns/queries.ts'
import type { TurnRecord } from './turns/turn.ts'

export type RuntimeDeps = ActionDeps & {
  world: World
  log: { warn(about: object, words: string): void }
  models: AgentModels
  writeLog: WriteLog
  search: RespondDeps['search']
  optBackIn: RespondDeps['optBackIn']
  onQuestion: RespondDeps['onQuestion']
  content: RespondDeps['content']
  mediaBase: string
  mailPage: RespondDeps['mailPage']
}

export type Runtime = {
  responder: Responder
  /** Returns the turn record of an event; undefined when the agent's webhook answered it. */
  findTurn(agent: AgentKey, eventId: string): Promise<TurnRecord | undefined>
  /** Records that the agent started a conversation, so that the person's reply belongs to it. */
  recordInitiation(agent: AgentKey, asid: string, opening: InitiationState): Promise<void>
  recordInitiations(agent: AgentKey, initiations: readonly ConversationInitiation[]): Promise<void>
  /** Publishes the Goal that a tapped link of an Outreach reaches. */
  reachLinkGoal(tx: Db, agent: AgentKey, tap: LinkTap): Promise<void>
}

export function createRuntime(deps: RuntimeDeps): Runtime {
  const { db, world } = deps
  const responder = createResponder({
    ...deps,
    recordModelCall: (agent, call) => recordModelCall(agent, call, deps),
    createLiveParticipant: (target, partner) => createLiveParticipant(target, partner, deps),
    findSandboxParticipant: (target) => findSandboxParticipant(target, deps),
    tools: listTools,
    listCatalogTools: (agent, definition) => deps.catalogTools.listCallable(agent, definition),
    runTool: (tool, args, input) => runTool(tool, args, input, deps),
  })
  return {
    responder,
    findTurn: (agent, eventId) => findTurnByEvent(db, agent, eventId),
    recordInitiation: (agent, asid, opening) => recordInitiations(db, agent, [{ asid, ...opening }], world),
    recordInitiations: (agent, initiations) => recordInitiations(db, agent, initiations, world),
    reachLinkGoal: (tx, agent, tap) => reachLinkGoal(tx, agent, tap, deps),
  }
}

function createLiveParticipant(
  { agent, asid, eventId }: TurnTarget,
  partner: ConversationPartner,
  deps: RuntimeDeps,
): TurnParticipant {
  return { partner, actions: liveActions({ agent, asid, partner, eventId }, deps), effects: [] }
}

async function findSandboxParticipant(
  { agent, asid }: TurnTarget,
  deps: RuntimeDeps,
): Promise<TurnParticipant | undefined> {
  const sandbox = await findSandboxState(deps.db, agent, asid)
  if (!sandbox) return undefined
  const { partner, form, stubs, recordedCalls } = sandbox
  const effects: SandboxEffect[] = []
  const recordEffect = (effect: SandboxEffect) => void effects.push(effect)
  const target = { agent, asid, recordEffect, stubs, recordedCalls }
  return { partner, form, actions: sandboxActions(target, deps), effects }
}

import { deleteOldNotices } from './actions/notices/queries.ts'
import { sendTeamNotice, teamNoticeWork } from './actions/notices/worker.ts'
import { createFlowAuthor } from './authoring/author-flow.ts'
import { createAgentModels } from './models/agent-models.ts'
import { createModels } from './models/models.ts'
import { deleteErasedConversations } from './person-listener.ts'
import { deleteAgentRuntime } from './queries.ts'
import { deleteOldReminders } from './reminders/queries.ts'
import { createSandboxReminders } from './reminders/sandbox-reminders.ts'
import { createReminderLeadListener, enqueueReminder, nudgeReminders, reminderWork } from './reminders/worker.ts'
import { deleteOldReviews } from './reviews/queries.ts'
import { enqueueReviews, reviewWork } from './reviews/worker.ts'
import { saveWebhookTurn } from './sandbox/webhook-turn.ts'
import { seedHistory, toInitiationRow } from './state/conversation-state.ts'
import { recordInitiationsFragment } from './state/queries/initiations.ts'
import { deleteOldTurns } from './state/queries.ts'
import { deleteOldToolCalls } from './tools/queries.ts'
import { findTurn, findTurnByEvent, listSessionTurns, listTurnsByIds, listUserTurns } from './turns/queries.ts'
import { turnRoutes } from './turns/routes.ts'
import { compareConfigurations, countTurnsAndGoals } from './usage/queries.ts'

/** Public interface of the domain; other domains import only from here. */
export { serveContactMail } from './contact/routes.ts'
export type { AgentModels } from './models/agent-models.ts'
export { ModelError } from './models/model.ts'
export type { Models } from './models/models.ts'
export { runtimePersonListener as runtimeListener } from './person-listener.ts'
export { fenceData } from './prompt/data.ts'
export { createRuntime, type Runtime } from './runtime.ts'
export { type CaseSandbox, createCaseSandbox } from './sandbox/case-sandbox.ts'
export { createSandboxes, type Sandboxes } from './sandbox/sandboxes.ts'
export { TurnContent, type TurnRecord } from './turns/turn.ts'

/** Factories for the composition root. */
export const modelFactories = { createModels, createAgentModels, createFlowAuthor }

export const notices = { send: sendTeamNotice, work: teamNoticeWork }

export const reviews = { enqueue: enqueueReviews, work: reviewWork }

export const reminders = {
  leadListener: createReminderLeadListener,
  queue: enqueueReminder,
  work: reminderWork,
  nudge: nudgeReminders,
  createSandboxSource: createSandboxReminders,
}

/** Turn records, for the emulator and for tests, and the conversations that the agent starts. */
export const turns = {
  routes: turnRoutes,
  find: findTurn,
  findByEvent: findTurnByEvent,
  listBySession: listSessionTurns,
  listByIds: listTurnsByIds,
  listByUser: listUserTurns,
  saveWebhookTurn: saveWebhookTurn,
  count: countTurnsAndGoals,
  compareConfigurations,
  seedHistory,
  /** For statements of other domains that start conversations. */
  initiations: { fragment: recordInitiationsFragment, toRow: toInitiationRow },
}

export const runtimeChores = {
  deleteErased: deleteErasedConversations,
  deleteAgent: deleteAgentRuntime,
  deleteOldToolCalls,
  deleteOldTurns,
  deleteOldReviews,
  deleteOldReminders,
  deleteOldNotices,
}

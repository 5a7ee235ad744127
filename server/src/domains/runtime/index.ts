import { tellTeam } from './hands/notices/notify.ts'
import { forgetOldNotices } from './hands/notices/queries.ts'
import { noticeWork } from './hands/notices/worker.ts'
import { forgetErased } from './person-listener.ts'
import { keepBareTurn } from './rehearsals/bare-turn.ts'
import { forgetOldReminders } from './reminders/queries.ts'
import { moveRemindersWithLead, queueReminder, reminderWork } from './reminders/worker.ts'
import { forgetOldReviews } from './reviews/queries.ts'
import { forgetOldTurns } from './state/queries.ts'
import { forgetOldCalls } from './tools/queries.ts'
import { findTurn, findTurnOfEvent, turnsOfSession, turnsOfUser } from './turns/queries.ts'
import { turnRoutes } from './turns/routes.ts'
import { countTurnsAndGoals } from './usage/queries.ts'

/** The only door of the domain. */
export { authorFlowWith } from './authoring/author-with.ts'
export { serveContactMail } from './contact/routes.ts'
export { ModelFailed } from './models/model.ts'
export { type Models, modelsOf } from './models/models.ts'
export { personListener as runtimeListener } from './person-listener.ts'
export { asData } from './prompt/data.ts'
export { forgetRuntime } from './queries.ts'
export { rehearsalsOf } from './rehearsals/rehearsals.ts'
export { stageOf } from './rehearsals/stage.ts'
export { queueReviews, reviewWork } from './reviews/worker.ts'
export { type Runtime, runtimeOf } from './runtime.ts'
export { seedHistory } from './state/open.ts'
export { TurnContent } from './turns/turn.ts'

/** To the team. */
export const notices = { tell: tellTeam, work: noticeWork }

/** Of appointments. */
export const reminders = { moveWithLead: moveRemindersWithLead, queue: queueReminder, work: reminderWork }

/** Turn records, for those who play and test. */
export const turns = {
  routes: turnRoutes,
  find: findTurn,
  ofEvent: findTurnOfEvent,
  ofSession: turnsOfSession,
  ofUser: turnsOfUser,
  keepBare: keepBareTurn,
  count: countTurnsAndGoals,
}

/** What is forgotten by the clock. */
export const runtimeChores = {
  forgetErased,
  forgetOldCalls,
  forgetOldTurns,
  forgetOldReviews,
  forgetOldReminders,
  forgetOldNotices,
}

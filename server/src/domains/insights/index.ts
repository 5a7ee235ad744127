/** Public interface of the domain; other domains import only from here. */
export { createDeletedFactListener } from './answer.ts'
export { deleteEmptyDays } from './days/queries.ts'
export { insightDayWork } from './days/worker.ts'
export type { InsightDeps } from './deps.ts'
export {
  compareVectors,
  encodeVector,
  extractQuestionWords,
  findNearestGroup,
  type GroupFeatures,
  toInt8Array,
} from './grouping/similarity.ts'
export { insightListener } from './person-listener.ts'
export { deleteEmptyGroups } from './queries/groups.ts'
export { settleDraftAnswers } from './queries/unanswered.ts'
export { insightRoutes } from './routes.ts'
export { serveUnsubscribePage } from './weekly-mail/page/routes.ts'
export { weeklyMailWork } from './weekly-mail/worker.ts'
export { nudgeQuestions, questionWork } from './worker.ts'

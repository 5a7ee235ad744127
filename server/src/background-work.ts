import { agentFactories, agentMaintenance } from './domains/agents/index.ts'
import { bindingWork, providerAdapters } from './domains/channels/index.ts'
import { purgeExpiredOAuthStates } from './domains/connections/index.ts'
import { conversationChores } from './domains/conversations/index.ts'
import { deleteOldDeskEvents } from './domains/desk/index.ts'
import { deleteExpiredGrants } from './domains/emulator/index.ts'
import {
  deleteEmptyDays,
  deleteEmptyGroups,
  insightDayWork,
  questionWork,
  weeklyMailWork,
} from './domains/insights/index.ts'
import { embeddingWork, sourceWork } from './domains/knowledge/index.ts'
import { deleteOldBubbles } from './domains/lab/index.ts'
import { deleteOldCosts } from './domains/models/index.ts'
import { accountMaintenance, listAdminEmails } from './domains/orgs/index.ts'
import { outreachChores } from './domains/outreach/index.ts'
import { peopleChores } from './domains/people/index.ts'
import { notices, reminders, reviews, runtimeChores } from './domains/runtime/index.ts'
import {
  appointmentWork,
  calendarWork,
  deleteOldMails,
  mailConcurrency,
  mailWork,
  readAppointment,
} from './domains/scheduling/index.ts'
import { deleteOldCalls } from './domains/tools/index.ts'
import { deleteOldHours, rollUpUsage } from './domains/usage/index.ts'
import { deleteOldVisitors } from './domains/webchat/index.ts'
import { deleteOldDeliveries, webhookWork } from './domains/webhooks/index.ts'
import type { Db } from './platform/db/database.ts'
import { deleteOldResponses } from './platform/http/idempotency.ts'
import { deleteFullBuckets } from './platform/http/rate-limit.ts'
import { createSmtpMailer } from './platform/mail/index.ts'
import { deleteOldEvents } from './platform/outbox.ts'
import {
  type Chore,
  createWorker,
  defineChore,
  forwardNudges,
  type Lane,
  type Work,
  type WorkObservation,
} from './platform/work/index.ts'
import type { World } from './platform/world.ts'
import type { Services } from './services.ts'

/** Everything that runs outside of a request. Part of the composition root, with `app.ts` and `services.ts`. */

export type BackgroundWork = {
  /** Creates the history partitions. Must run before the first request. */
  prepare(): Promise<void>
  start(): Promise<void>
  stop(options: { withinMilliseconds: number }): Promise<void>
}

/**
 * Creates the background work. A process without the worker role only forwards nudges, so that the workers learn of the
 * tasks it enqueues.
 */
export function createBackgroundWork(services: Services): BackgroundWork {
  const { config, database, world, log, metrics } = services.context
  const { db, url } = database
  const prepare = () => conversationChores.maintainHistoryPartitions(db, world.now(), config.historyDays)
  if (!config.roles.includes('worker')) {
    const forwarding = forwardNudges({ db, log })
    return { prepare, start: async () => {}, stop: () => forwarding.close() }
  }
  const observe = ({ kind, outcome, milliseconds }: WorkObservation) =>
    metrics.observeWork({ kind, outcome, seconds: milliseconds / 1000 })
  const { works, lanes, close } = createWorks(services)
  const worker = createWorker({ db, url, world, log, works, lanes, chores: createChores(services), observe })
  metrics.watchQueues(() => worker.depth())
  return {
    prepare,
    start: () => worker.start(),
    stop: (options) => worker.stop(options).finally(close),
  }
}

/** Creates all queue work, with a `close` that releases its resources at shutdown. */
export function createWorks(services: Services): { works: Work[]; lanes: Lane[]; close(): Promise<void> } {
  const { context, agents, outbound, grants, channels, conversations, runtime, agentModels, embedder, knowledge } =
    services
  const { config, database, world, log } = context
  const { db } = database
  const { fetch } = outbound
  const smtp = config.mail && {
    mailer: createSmtpMailer({ url: config.mail.smtpUrl, connections: mailConcurrency }),
    from: config.mail.from,
  }
  const mailerFor = agentFactories.createAgentMailer({ ...agents, fetch, apis: config.mailApis, smtp })
  const { writeLog } = conversations
  const webhooks = webhookWork({
    ...agents,
    ...{ db, world, log, call: outbound.call, mail: smtp, adminsOf: listAdminEmails },
  })
  const works: Work[] = [
    sourceWork({ db, world, fetch }),
    bindingWork({
      ...agents,
      db,
      world,
      channels,
      fetch,
      call: outbound.call,
      apis: config.channelApis,
      writeLog: conversations.writeLog,
    }),
    appointmentWork({ db, world, announce: agents.announce }),
    calendarWork({ ...grants, readAppointment }),
    mailWork({ db, world, log, mailerFor }),
    notices.work({ ...agents, db, fetch, mailerFor, writeLog }),
    reviews.work({ ...agents, db, world, writeLog, reviewModelFor: agentModels.forReview }),
    reminders.work({
      ...agents,
      db,
      world,
      writeLog,
      accept: conversations.accept,
      listBindings: channels.listBindings,
      recordInitiation: runtime.recordInitiation,
    }),
    ...conversations.works(),
    ...services.outreach.works(),
    ...services.campaigns.works(),
    ...services.regression.works(),
    ...webhooks.works,
    ...(embedder ? [embeddingWork({ db, world, meanings: embedder })] : []),
    questionWork({ db, world, embedder }),
    insightDayWork({ db, world }),
    weeklyMailWork({ ...agents, db, world, log, mailerFor, publicUrl: config.publicUrl }),
    accountMaintenance.createInvitationWork({ db, world, mail: smtp, publicUrl: config.publicUrl }),
  ]
  const close = async () => {
    smtp?.mailer.close?.()
    await webhooks.close()
    await conversations.flush()
    await conversations.close()
    await knowledge.close()
  }
  return { works, lanes: conversations.lanes(), close }
}

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)

async function deleteOldTurnData(db: Db, before: Date, hourBefore: Date): Promise<void> {
  await runtimeChores.deleteOldTurns(db, before)
  await runtimeChores.deleteOldReviews(db, before)
  await runtimeChores.deleteOldReminders(db, before)
  await deleteEmptyGroups(db, hourBefore)
  await deleteEmptyDays(db)
}

async function deleteOldOutreachData(db: Db, now: Date): Promise<void> {
  await outreachChores.purgeOldSends(db, now)
  await outreachChores.purgeOldRuleRows(db, daysBefore(now, 180))
  await outreachChores.purgeOldFollowUps(db, now)
  await outreachChores.purgeOldRedemptions(db, now)
  await outreachChores.purgeOldTrackedLinks(db, now)
  await outreachChores.purgeOldGoals(db, now)
}

export function createChores({ context, conversations, desk, campaigns, regression }: Services): Chore[] {
  const { historyDays } = context.config
  const hourly = (name: string, forget: (db: Db, now: Date) => Promise<unknown>): Chore =>
    defineChore({
      name,
      schedule: { everySeconds: 3600 },
      run: async (db, world) => void (await forget(db, world.now())),
    })
  const everyMinute = (name: string, run: (db: Db, world: World) => Promise<unknown>): Chore =>
    defineChore({ name, schedule: { everySeconds: 60 }, run: async (db, world) => void (await run(db, world)) })
  return [
    hourly('delete-old-answers', deleteOldResponses),
    hourly('delete-full-buckets', deleteFullBuckets),
    hourly('delete-expired-grants', deleteExpiredGrants),
    hourly('delete-old-states', purgeExpiredOAuthStates),
    everyMinute('fail-lost-imports', (db, world) => peopleChores.failAbandonedImports(db, world.now())),
    hourly('delete-old-canary-definitions', agentMaintenance.deleteOldCanaryDefinitions),
    hourly('delete-old-imports', peopleChores.purgeOldImports),
    hourly('delete-old-mails', deleteOldMails),
    hourly('delete-old-events', deleteOldEvents),
    hourly('delete-old-deliveries', deleteOldDeliveries),
    hourly('delete-old-account-sessions', accountMaintenance.purgeExpiredSessions),
    hourly('delete-expired-applications', accountMaintenance.purgeExpiredApplications),
    hourly('delete-expired-invitations', accountMaintenance.purgeExpiredInvitations),
    hourly('delete-old-audit-entries', (db, now) =>
      accountMaintenance.purgeOldAuditEntries(db, daysBefore(now, historyDays)),
    ),
    everyMinute('watch-windows', (db) => conversationChores.watchWindows(db, conversations)),
    hourly('delete-old-conversations', (db, now) => conversationChores.deleteOld(db, now, historyDays)),
    hourly('delete-old-desk-events', (db, now) => deleteOldDeskEvents(db, now, historyDays)),
    defineChore({
      name: 'return-idle-conversations',
      schedule: { everySeconds: 20 },
      run: (db) => desk.returnIdle(db),
    }),
    hourly('delete-old-visitors', deleteOldVisitors),
    hourly('delete-assistant-entries', providerAdapters.deleteOldEntries),
    hourly('delete-old-bubbles', deleteOldBubbles),
    hourly('delete-old-calls', runtimeChores.deleteOldToolCalls),
    hourly('delete-old-notices', runtimeChores.deleteOldNotices),
    hourly('delete-old-tool-binding-calls', (db, now) => deleteOldCalls(db, now, historyDays)),
    hourly('delete-old-turns', (db, now) =>
      deleteOldTurnData(db, daysBefore(now, historyDays), daysBefore(now, 1 / 24)),
    ),
    hourly('store-final-counters', (db, now) => campaigns.archiveOldCounters(db, now, historyDays)),
    hourly('delete-old-sends', deleteOldOutreachData),
    hourly('delete-old-results', regression.deleteOld),
    everyMinute('resume-test-runs', regression.resumePaused),
    defineChore({
      name: 'roll-up-usage',
      schedule: { everySeconds: 60 },
      run: (db, world, signal) => rollUpUsage(db, world.now(), signal),
    }),
    hourly('delete-old-usage', (db, now) => deleteOldHours(db, daysBefore(now, historyDays))),
    hourly('delete-old-model-costs', (db, now) => deleteOldCosts(db, now, historyDays)),
    everyMinute('delete-late-writes', (db, world) =>
      conversationChores.deleteLateWrites(db, world.now(), runtimeChores.deleteErased),
    ),
    everyMinute('end-sessions', (db) => conversationChores.endSessions(db, conversations)),
  ]
}

import { mailerOf } from './domains/agents/index.ts'
import { bindingWork, providers } from './domains/channels/index.ts'
import { forgetOldStates } from './domains/connections/index.ts'
import { conversationChores } from './domains/conversations/index.ts'
import { deleteExpiredGrants } from './domains/emulator/index.ts'
import { meaningWork, sourceWork } from './domains/knowledge/index.ts'
import { forgetOldBubbles } from './domains/lab/index.ts'
import { accountUpkeep, adminAddresses, forgetOldEntries } from './domains/orgs/index.ts'
import { outreachChores } from './domains/outreach/index.ts'
import { peopleChores } from './domains/people/index.ts'
import { notices, reminders, reviewWork, runtimeChores } from './domains/runtime/index.ts'
import {
  appointmentWork,
  calendarWork,
  forgetOldMails,
  mailsAtOnce,
  mailWork,
  readAppointment,
} from './domains/scheduling/index.ts'
import { foldUsage, forgetOldHours } from './domains/usage/index.ts'
import { forgetOldVisitors } from './domains/webchat/index.ts'
import { forgetOldDeliveries, webhookWork } from './domains/webhooks/index.ts'
import { type Parts, sharedBy } from './parts.ts'
import type { Db } from './platform/db/database.ts'
import { forgetOldAnswers } from './platform/http/idempotency.ts'
import { forgetFullBuckets } from './platform/http/rate-limit.ts'
import { smtpMailer } from './platform/mail/index.ts'
import { forgetOldEvents } from './platform/outbox.ts'
import {
  type Chore,
  carryNudges,
  createWorker,
  defineChore,
  type Lane,
  type Observation,
  type Work,
} from './platform/work/index.ts'
import type { World } from './platform/world.ts'

/** What runs without a request. With `app.ts` and `parts.ts` the composition root. */

export type BackgroundWork = {
  /** Before the first request: the places that history goes to. */
  prepare(): Promise<void>
  start(): Promise<void>
  stop(options: { withinMilliseconds: number }): Promise<void>
}

/** What runs without a request; a process that is no worker still tells the workers what it has put into the queues. */
export function createWork(parts: Parts): BackgroundWork {
  const { config, database, world, log, metrics } = parts
  const { db, url } = database
  const prepare = () => conversationChores.keepHistories(db, world.now(), config.historyDays)
  if (!config.roles.includes('worker')) {
    const carrying = carryNudges({ db, log })
    return { prepare, start: async () => {}, stop: () => carrying.close() }
  }
  const observe = ({ kind, outcome, milliseconds }: Observation) =>
    metrics.observeWork({ kind, outcome, seconds: milliseconds / 1000 })
  const { works, lanes, close } = worksOf(parts)
  const worker = createWorker({ db, url, world, log, works, lanes, chores: choresOf(parts), observe })
  metrics.watchQueues(() => worker.depth())
  return {
    prepare,
    start: () => worker.start(),
    stop: (options) => worker.stop(options).finally(close),
  }
}

/** Everything that is worked on without a request, and what must be let go of at the end. */
export function worksOf(parts: Parts): { works: Work[]; lanes: Lane[]; close(): Promise<void> } {
  const { config, database, world, log } = parts
  const { db } = database
  const { agents, outbound, grants, channels, conversations, runtime, models, meanings, knowledge, ...shared } =
    sharedBy(parts)
  const { fetch } = outbound
  const smtp = config.mail && {
    mailer: smtpMailer({ url: config.mail.smtpUrl, connections: mailsAtOnce }),
    from: config.mail.from,
  }
  const mailerFor = mailerOf({ ...agents, fetch, apis: config.mailApis, smtp })
  const { writeLog } = conversations
  const webhooks = webhookWork({
    ...agents,
    ...{ db, world, log, call: outbound.call, mail: smtp, adminsOf: adminAddresses },
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
    reviewWork({ ...agents, db, world, writeLog, judge: models.judge }),
    reminders.work({ ...agents, db, world, writeLog, accept: conversations.accept, opened: runtime.opened }),
    ...conversations.works(),
    ...shared.outreach.works(),
    ...shared.campaigns.works(),
    ...shared.regression.works(),
    ...webhooks.works,
    ...(meanings ? [meaningWork({ db, world, meanings })] : []),
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

async function forgetOldTurns(db: Db, before: Date): Promise<void> {
  await runtimeChores.forgetOldTurns(db, before)
  await runtimeChores.forgetOldReviews(db, before)
  await runtimeChores.forgetOldReminders(db, before)
}

async function forgetOldOutreach(db: Db, now: Date): Promise<void> {
  await outreachChores.forgetOldSends(db, now)
  await outreachChores.forgetOldRows(db, daysBefore(now, 180))
  await outreachChores.forgetOldFollowUps(db, now)
  await outreachChores.forgetOldRedemptions(db, now)
}

/** Housekeeping, by the clock. */
export function choresOf(parts: Parts): Chore[] {
  const { conversations, campaigns, regression } = sharedBy(parts)
  const { historyDays } = parts.config
  const hourly = (name: string, forget: (db: Db, now: Date) => Promise<unknown>): Chore =>
    defineChore({
      name,
      schedule: { everySeconds: 3600 },
      run: async (db, world) => void (await forget(db, world.now())),
    })
  const everyMinute = (name: string, run: (db: Db, world: World) => Promise<unknown>): Chore =>
    defineChore({ name, schedule: { everySeconds: 60 }, run: async (db, world) => void (await run(db, world)) })
  return [
    hourly('forget-old-answers', forgetOldAnswers),
    hourly('forget-full-buckets', forgetFullBuckets),
    hourly('delete-expired-grants', deleteExpiredGrants),
    hourly('forget-old-states', forgetOldStates),
    everyMinute('fail-lost-imports', (db, world) => peopleChores.failLostImports(db, world.now())),
    hourly('forget-old-imports', peopleChores.forgetOldImports),
    hourly('forget-old-mails', forgetOldMails),
    hourly('forget-old-events', forgetOldEvents),
    hourly('forget-old-deliveries', forgetOldDeliveries),
    hourly('forget-old-account-sessions', accountUpkeep.forgetOldSessions),
    hourly('forget-old-audit-entries', (db, now) => forgetOldEntries(db, daysBefore(now, historyDays))),
    everyMinute('watch-windows', (db) => conversationChores.watchWindows(db, conversations)),
    hourly('forget-old-conversations', (db, now) => conversationChores.forgetOld(db, now, historyDays)),
    hourly('forget-old-visitors', forgetOldVisitors),
    hourly('forget-assistant-entries', providers.forgetOld),
    hourly('forget-old-bubbles', forgetOldBubbles),
    hourly('forget-old-calls', runtimeChores.forgetOldCalls),
    hourly('forget-old-notices', runtimeChores.forgetOldNotices),
    hourly('forget-old-turns', (db, now) => forgetOldTurns(db, daysBefore(now, historyDays))),
    hourly('keep-old-tallies', (db, now) => campaigns.keepOldTallies(db, now, historyDays)),
    hourly('forget-old-sends', forgetOldOutreach),
    hourly('forget-old-results', regression.forgetOld),
    everyMinute('resume-test-runs', regression.resume),
    defineChore({
      name: 'fold-usage',
      schedule: { everySeconds: 60 },
      run: (db, world, signal) => foldUsage(db, world.now(), signal),
    }),
    hourly('forget-old-usage', (db, now) => forgetOldHours(db, daysBefore(now, historyDays))),
    everyMinute('forget-stragglers', (db, world) =>
      conversationChores.forgetStragglers(db, world.now(), runtimeChores.forgetErased),
    ),
    everyMinute('end-sessions', (db) => conversationChores.endSessions(db, conversations)),
  ]
}

import type { AgentDefinition } from '@parley/definition'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { MailDeliveryError, MailRejectedError } from '../../../../platform/mail/index.ts'
import { OutboundBlockedError, OutboundFailedError } from '../../../../platform/outbound/index.ts'
import { defineWork, failPermanently, finish, nudge, retry } from '../../../../platform/work/index.ts'
import type { World } from '../../../../platform/world.ts'
import {
  type AgentDeps,
  type createAgentMailer,
  type Definitions,
  findAgentByKey,
  secretNames,
} from '../../../agents/index.ts'
import type { WriteLog } from '../../../conversations/index.ts'
import { clearNoticeText, insertGeneralNotice, insertNotice } from './queries.ts'

type NoticeDeliveryDeps = {
  definitions: Definitions
  secrets: Pick<AgentDeps['secrets'], 'open'>
  /** Refuses private networks. */
  fetch: typeof fetch
  mailerFor: ReturnType<typeof createAgentMailer>
}

type Notice = { id: string; text: string }

/** Trying again is useless, or may help once somebody has done what the message says; it holds no address and no key. */
class NoticeRejectedError extends Error {}
class NoticeDeliveryError extends Error {}

type Provider = 'slack' | 'email'
type Delivery = { agent: AgentKey; notice: Notice; signal: AbortSignal }

/** Hands a notice over, by the way that the agent's notifications name; answers which. */
async function deliverNotice(db: Db, delivery: Delivery, deps: NoticeDeliveryDeps): Promise<Provider> {
  const definition = await deps.definitions.read(db, delivery.agent)
  const { operator } = definition.notifications
  if (!operator)
    throw new NoticeDeliveryError('Nobody is named to be told: set operator in the notifications of the agent.')
  if (operator.provider === 'slack') await deliverToSlack(db, delivery, deps)
  else await deliverByMail(db, { ...delivery, to: operator.toAddress ?? '', definition }, deps)
  return operator.provider
}

async function deliverToSlack(
  db: Db,
  { agent, notice, signal }: Delivery,
  { secrets, fetch }: NoticeDeliveryDeps,
): Promise<void> {
  const url = await secrets.open(db, agent, secretNames.notification('slackWebhookUrl'))
  if (url === undefined)
    throw new NoticeDeliveryError('No Slack webhook is set: set slackWebhookUrl in the notifications.')
  const body = JSON.stringify({ text: escapeForSlack(notice.text) })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal }).catch((error) => {
    throw new NoticeDeliveryError(`Slack was not reached: ${describeSlackFailure(error)}.`)
  })
  await response.body?.cancel().catch(() => {})
  if (response.ok) return
  if (response.status === 400) throw new NoticeRejectedError('Slack does not take this notice (400).')
  const remedy = response.status >= 300 && response.status < 500 ? ': check slackWebhookUrl' : ''
  throw new NoticeDeliveryError(`Slack does not take notices at the moment (${response.status})${remedy}.`)
}

/** The words of other errors hold the address of the webhook, which is a secret. */
function describeSlackFailure(error: unknown): string {
  const ours = error instanceof OutboundFailedError || error instanceof OutboundBlockedError
  return ours ? error.message : 'the call failed'
}

/** As Slack asks for: what somebody has written is neither a link nor a call for everybody. */
function escapeForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

type MailDelivery = Delivery & { to: string; definition: AgentDefinition }

async function deliverByMail(
  db: Db,
  { agent, notice, signal, to, definition }: MailDelivery,
  { mailerFor }: NoticeDeliveryDeps,
) {
  const way = await mailerFor(db, agent)
  if (!way) {
    throw new NoticeDeliveryError(
      'No mail can go out: set SMTP_URL and MAIL_FROM, or the e-mail provider in the notifications.',
    )
  }
  const subject = `${definition.agent.name}: a message for the team`
  const headers = { 'Auto-Submitted': 'auto-generated' }
  try {
    await way.mailer.send({ id: notice.id, from: way.from, to, subject, text: `${notice.text}\n`, headers }, signal)
  } catch (error) {
    if (error instanceof MailRejectedError) throw new NoticeRejectedError(error.message)
    throw error instanceof MailDeliveryError ? new NoticeDeliveryError(error.message) : error
  }
}

const work = { kind: 'runtime.notices', table: 'team_notices', key: ['agent_key', 'id'] } as const

export type TeamNoticeWorkDeps = NoticeDeliveryDeps & { db: Db; writeLog: WriteLog }

/** Tells the team. One notice may be told twice when a process dies; a mail has the same Message-ID then. */
export function teamNoticeWork(deps: TeamNoticeWorkDeps) {
  const { db, writeLog } = deps
  return defineWork({
    ...work,
    concurrency: 10,
    // About a day: what the team hears later than that is old news.
    retry: { waitsSeconds: [30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800] },
    async perform(row, { signal }) {
      const agent = await findAgentByKey(db, row.agent_key)
      if (!agent) return finish()
      try {
        const provider = await deliverNotice(db, { agent, notice: row, signal }, deps)
        writeLog(agent, { level: 'info', event: 'notify.sent', asid: row.asid ?? undefined, data: { provider } })
        // What is known of the person is not kept twice once it has been told.
        return finish({ set: { text: '' } })
      } catch (error) {
        return error instanceof NoticeRejectedError ? failPermanently(error) : retry(error)
      }
    },
    giveUp: async (tx, row, { message }) => {
      const agent = await findAgentByKey(tx, row.agent_key)
      if (!agent) return
      await clearNoticeText(tx, agent, row.id)
      const about = { asid: row.asid ?? undefined, error: { message } }
      writeLog(agent, { level: 'error', event: 'notify.failed', ...about })
    },
  })
}

export async function enqueueNotice(
  tx: Db,
  agent: AgentKey,
  notice: { id: string; asid?: string; text: string },
  world: World,
): Promise<void> {
  const { asid, ...told } = notice
  const due = world.now()
  const isNew = await (asid === undefined
    ? insertGeneralNotice(tx, agent, { ...told, due })
    : insertNotice(tx, agent, { ...told, asid, due }))
  if (isNew) nudge(tx, work.kind)
}

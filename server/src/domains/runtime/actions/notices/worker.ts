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
  /** Blocks private networks. */
  fetch: typeof fetch
  mailerFor: ReturnType<typeof createAgentMailer>
}

type Notice = { id: string; text: string }

/**
 * NoticeRejectedError: a retry is pointless. NoticeDeliveryError: a retry may help once someone does what the message
 * says. The messages contain no address and no key.
 */
class NoticeRejectedError extends Error {}
class NoticeDeliveryError extends Error {}

type Provider = 'slack' | 'email'
type Delivery = { agent: AgentKey; notice: Notice; signal: AbortSignal }

/** Delivers a notice to the destination configured in the agent's notifications, and returns the provider. */
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

/** Does not quote other errors: they contain the webhook URL, which is a secret. */
function describeSlackFailure(error: unknown): string {
  const ours = error instanceof OutboundFailedError || error instanceof OutboundBlockedError
  return ours ? error.message : 'the call failed'
}

/** Escapes as Slack requires, so that a person's text cannot contain links or mention everyone. */
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

/**
 * Delivers notices to the team. If a process dies, a notice may be delivered twice; an email then has the same
 * Message-ID.
 */
export function teamNoticeWork(deps: TeamNoticeWorkDeps) {
  const { db, writeLog } = deps
  return defineWork({
    ...work,
    concurrency: 10,
    // Retries for about a day; after that the notice is old news.
    retry: { waitsSeconds: [30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800] },
    async perform(row, { signal }) {
      const agent = await findAgentByKey(db, row.agent_key)
      if (!agent) return finish()
      try {
        const provider = await deliverNotice(db, { agent, notice: row, signal }, deps)
        writeLog(agent, { level: 'info', event: 'notify.sent', asid: row.asid ?? undefined, data: { provider } })
        // Clears the text, so that personal data is not stored twice after delivery.
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

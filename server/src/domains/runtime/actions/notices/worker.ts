import { createHash } from 'node:crypto'
import type { AgentDefinition } from '@parley/definition'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { MailDeliveryError, type Mailer, MailRejectedError, type MailSender } from '../../../../platform/mail/index.ts'
import { OutboundBlockedError, OutboundFailedError } from '../../../../platform/outbound/index.ts'
import { defineWork, failPermanently, finish, nudge, retry } from '../../../../platform/work/index.ts'
import type { World } from '../../../../platform/world.ts'
import { type AgentDeps, type Definitions, findAgentByKey, secretNames } from '../../../agents/index.ts'
import type { WriteLog } from '../../../conversations/index.ts'
import type { ActionResult, ConversationPartner } from '../../deps.ts'
import type { ActionDeps, ActionTarget } from '../deps.ts'
import { clearNoticeText, insertGeneralNotice, insertNotice } from './queries.ts'

type NoticeDeliveryDeps = {
  definitions: Definitions
  secrets: Pick<AgentDeps['secrets'], 'open'>
  /** Blocks private networks. */
  fetch: typeof fetch
  mailerFor(db: Db, agent: AgentKey): Promise<{ mailer: Mailer; from: MailSender } | undefined>
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
  if (!operator) throw new NoticeDeliveryError("There is no one to notify: set operator in the agent's notifications.")
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
    throw new NoticeDeliveryError('There is no Slack webhook: set slackWebhookUrl in the notifications.')
  const body = JSON.stringify({ text: escapeForSlack(notice.text) })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal }).catch((error) => {
    throw new NoticeDeliveryError(`Slack could not be reached: ${describeSlackFailure(error)}.`)
  })
  await response.body?.cancel().catch(() => {})
  if (response.ok) return
  if (response.status === 400) throw new NoticeRejectedError('Slack rejected this notification (400).')
  const remedy = response.status >= 300 && response.status < 500 ? ': check slackWebhookUrl' : ''
  throw new NoticeDeliveryError(`Slack is not accepting notifications right now (${response.status})${remedy}.`)
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
      'Mail cannot be sent: set SMTP_URL and MAIL_FROM, or the email provider in the notifications.',
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
    retry: { delaysSeconds: [30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800] },
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
  const { asid, ...content } = notice
  const due = world.now()
  const isNew = await (asid === undefined
    ? insertGeneralNotice(tx, agent, { ...content, due })
    : insertNotice(tx, agent, { ...content, asid, due }))
  if (isNew) nudge(tx, work.kind)
}

/** About as much as people read in one chat message. */
const maxCharacters = 3000

/** Notifies the team through the work queue; the same text for the same event is sent once. */
export async function notifyTeam(target: ActionTarget, deps: ActionDeps, text: string): Promise<ActionResult<void>> {
  const { agent, asid, partner, eventId } = target
  const words = truncateText(text.trim())
  if (words === '') return { ok: false, reason: 'The notification is empty.' }
  if (!(await canNotifyTeam(target, deps))) return { ok: false, reason: 'There is no way to notify the team.' }
  const id = `ntc_${createHash('sha256').update(`${asid}\n${eventId}\n${words}`).digest('hex').slice(0, 32)}`
  await enqueueNotice(
    deps.db,
    agent,
    { id, asid, text: `${words}\n\nFrom: ${describePartnerLine(partner)}` },
    deps.world,
  )
  return { ok: true, value: undefined }
}

type TeamNoticeDeps = Pick<ActionDeps, 'definitions' | 'secrets' | 'world'>

/** Sends a notice that belongs to no conversation, once per id, if the agent has a notification destination. */
export async function sendTeamNotice(
  tx: Db,
  agent: AgentKey,
  { id, text }: { id: string; text: string },
  deps: TeamNoticeDeps,
): Promise<void> {
  if (!(await canNotifyTeam({ agent }, { ...deps, db: tx }))) return
  await enqueueNotice(tx, agent, { id: `ntc_${id}`, text: truncateText(text) }, deps.world)
}

type NotifyReadinessDeps = Pick<ActionDeps, 'db' | 'definitions' | 'secrets'>

async function canNotifyTeam(
  { agent }: Pick<ActionTarget, 'agent'>,
  { db, definitions, secrets }: NotifyReadinessDeps,
): Promise<boolean> {
  const { operator } = (await definitions.read(db, agent)).notifications
  if (operator?.provider !== 'slack') return operator !== undefined
  return (await secrets.states(db, agent)).of(secretNames.notification('slackWebhookUrl')).set
}

function truncateText(text: string): string {
  const characters = [...text.toWellFormed()]
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters - 1).join('')}…` : characters.join('')
}

function describePartnerLine({ fullName, firstName, lastName, phone, email, id }: ConversationPartner): string {
  const name = fullName ?? [firstName, lastName].filter(Boolean).join(' ')
  return [name, phone, email, id].filter(Boolean).join(', ')
}

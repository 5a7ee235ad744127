import { limitConcurrency } from '../concurrency/concurrency.ts'
import { MailDeliveryError, type Mailer, MailRejectedError, type NormalizedMail, normalizeMail } from './mail.ts'

/** Properties that nodemailer adds to its errors. */
type SmtpError = {
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
  permanent?: boolean
}

/** Classifies the failure without quoting the server, which often repeats addresses. */
function toMailError(error: unknown): MailRejectedError | MailDeliveryError {
  const smtpError = error as SmtpError
  const { code, responseCode, permanent } = smtpError
  // Without a server reply, EAUTH means that the library has no credentials to sign in with.
  const isRefusal = responseCode === undefined ? code === 'EAUTH' : permanent
  return isRefusal ? toReplyError(smtpError) : new MailDeliveryError(describeDelay(smtpError))
}

function toReplyError(smtpError: SmtpError): MailRejectedError | MailDeliveryError {
  const { code, command } = smtpError
  const answer = formatReplyCode(smtpError)
  if (code === 'EAUTH')
    return new MailDeliveryError(
      `The mail server rejected the sign-in${answer}: correct the user and password in SMTP_URL.`,
    )
  if (command === 'MAIL FROM')
    return new MailDeliveryError(`The mail server rejected the sender${answer}: check MAIL_FROM.`)
  if (isSenderProblem(answer))
    return new MailDeliveryError(
      `The mail server does not accept mail from here${answer}: check SMTP_URL and MAIL_FROM.`,
    )
  if (command === 'RCPT TO')
    return new MailRejectedError(`The mail server rejected the recipient${answer}: check the address.`)
  if (command === 'DATA')
    return new MailRejectedError(`The mail server rejected the mail${answer}: ask its administrator why.`)
  return new MailDeliveryError(`The mail server refused to continue${answer}: ask its administrator why.`)
}

/** 530 requires a sign-in; in RFC 3463, 5.7 is security and policy, and 5.1.7 and 5.1.8 are the sender's address. */
function isSenderProblem(answer: string): boolean {
  return /\(530| 5\.(7\.|1\.[78]\b)/.test(answer)
}

const errorMessages: Record<string, string> = {
  ETIMEDOUT: 'The mail server did not respond in time',
  EDNS: 'The name of the mail server could not be looked up',
  ECONNREFUSED: 'The mail server refused the connection',
}

/** OpenSSL error codes, as Node names them. */
const certificateErrors = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/

function describeDelay(smtpError: SmtpError): string {
  const cause = smtpError.originalCode ?? smtpError.code ?? ''
  if (certificateErrors.test(cause))
    return `The mail server's certificate is not trusted (${cause}): renew it, or add its certificate authority to NODE_EXTRA_CA_CERTS.`
  if (smtpError.responseCode) return `The mail server is not accepting mail right now${formatReplyCode(smtpError)}.`
  return `${errorMessages[cause] ?? errorMessages[smtpError.code ?? ''] ?? 'The connection to the mail server failed'} (${cause}).`
}

/** Returns for example `(550 5.1.1)`: the reply code and, if present, the status code of RFC 3463. */
function formatReplyCode({ response = '' }: SmtpError): string {
  const [, reply, status] = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/.exec(response) ?? []
  return reply ? ` (${[reply, status].filter(Boolean).join(' ')})` : ''
}

export type SmtpSettings = {
  /**
   * `smtp://` upgrades to TLS if the server offers it, `smtps://` starts with it. The query accepts further options of
   * the library, such as `requireTLS=true`.
   */
  url: string
  /** The maximum; further mails wait, and that wait counts toward the timeout. */
  connections?: number
  timeouts?: SmtpTimeouts
}

/** `mail` covers the whole of one mail, including the wait for a connection. */
type SmtpTimeouts = SmtpConnectionTimeouts & { mail: number }

/**
 * The whole of one mail stays well within the timeout of its task: no other worker starts it while it may still be
 * sent.
 */
const defaultSmtpTimeouts: SmtpTimeouts = { connect: 10_000, silence: 30_000, mail: 45_000 }

export function createSmtpMailer({ url, connections = 10, timeouts = defaultSmtpTimeouts }: SmtpSettings): Mailer {
  const inTurn = limitConcurrency(connections)
  const lines = createSmtpConnections(url, timeouts)
  return {
    async send(mail, signal) {
      const message = toSmtpMessage(normalizeMail(mail))
      const tooLate = AbortSignal.timeout(timeouts.mail)
      const ended = signal ? AbortSignal.any([tooLate, signal]) : tooLate
      await inTurn(() => lines.use(ended, (line) => deliverMessage(line, message, ended)))
    },
    close: () => lines.close(),
  }
}

type SmtpMessage = ReturnType<typeof toSmtpMessage>

async function deliverMessage(line: SmtpConnection, message: SmtpMessage, ended: AbortSignal): Promise<void> {
  try {
    await line.sendMail(message)
  } catch (error) {
    throw ended.aborted ? new MailDeliveryError('The mail server did not accept the mail in time.') : toMailError(error)
  }
}

function toSmtpMessage({ messageId, from, to, subject, text, attachments, headers }: NormalizedMail) {
  return {
    messageId,
    from,
    to: { name: '', address: to },
    // Passed separately from the headers, so that none of them can add a recipient.
    envelope: { from: from.address, to },
    subject,
    text,
    attachments: attachments.map(({ name, ...rest }) => ({ filename: name, ...rest })),
    headers,
  }
}

/** In milliseconds: until connected and greeted, and the maximum silence after that. */
type SmtpConnectionTimeouts = { connect: number; silence: number }

/** A connection to the mail server for one mail at a time; opened on demand and reused. */
type SmtpConnection = Awaited<ReturnType<typeof createSmtpConnection>>

/**
 * Lends out connections. A shared pool of the library would not do: it can only close all of its connections, so that
 * one slow mail could not be aborted alone.
 */
function createSmtpConnections(url: string, timeouts: SmtpConnectionTimeouts) {
  const lines = new Set<SmtpConnection>()
  const idle: SmtpConnection[] = []
  let closed = false

  async function take(): Promise<SmtpConnection> {
    const line = idle.pop() ?? (await createSmtpConnection(url, timeouts))
    if (closed) throw new MailDeliveryError('The mail was not sent: Parley is stopping.')
    lines.add(line)
    return line
  }

  return {
    /** When the signal fires, closes the connection and does not reuse it. */
    async use<T>(ended: AbortSignal, act: (line: SmtpConnection) => Promise<T>): Promise<T> {
      const line = await take()
      if (ended.aborted) {
        idle.push(line)
        throw new MailDeliveryError('The mail could not be sent in time.')
      }
      const cut = () => line.close({ force: true })
      ended.addEventListener('abort', cut)
      try {
        return await act(line)
      } finally {
        ended.removeEventListener('abort', cut)
        if (ended.aborted) lines.delete(line)
        else idle.push(line)
      }
    },
    close() {
      closed = true
      for (const line of lines) line.close()
    },
  }
}

async function createSmtpConnection(url: string, { connect, silence }: SmtpConnectionTimeouts) {
  // Loaded with the first mail, so that a start does not wait for it.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 1,
    // One retry in case a reused connection turns out to be closed; further retries are up to the caller.
    maxRequeues: 1,
    dnsTimeout: connect,
    connectionTimeout: connect,
    greetingTimeout: connect,
    socketTimeout: silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

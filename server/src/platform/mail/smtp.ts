import { createTransport } from 'nodemailer'
import { limitConcurrency } from '../concurrency/limit-concurrency.ts'
import { MailDeliveryError, type Mailer, MailRejectedError } from './mail.ts'
import { type NormalizedMail, normalizeMail } from './normalize-mail.ts'

/** What nodemailer adds to its errors. */
type SmtpError = {
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
  permanent?: boolean
}

/** What became of an attempt, without the words of the server: it likes to repeat addresses. */
function toMailError(error: unknown): MailRejectedError | MailDeliveryError {
  const smtpError = error as SmtpError
  const { code, responseCode, permanent } = smtpError
  // Without an answer of the server the library has nothing to sign in with.
  const isRefusal = responseCode === undefined ? code === 'EAUTH' : permanent
  return isRefusal ? toReplyError(smtpError) : new MailDeliveryError(describeDelay(smtpError))
}

function toReplyError(smtpError: SmtpError): MailRejectedError | MailDeliveryError {
  const { code, command } = smtpError
  const answer = formatReplyCode(smtpError)
  if (code === 'EAUTH')
    return new MailDeliveryError(
      `The mail server did not accept the sign-in${answer}: correct user and password in SMTP_URL.`,
    )
  if (command === 'MAIL FROM')
    return new MailDeliveryError(`The mail server refused the sender${answer}: check MAIL_FROM.`)
  if (isSenderProblem(answer))
    return new MailDeliveryError(`The mail server does not take mail from here${answer}: check SMTP_URL and MAIL_FROM.`)
  if (command === 'RCPT TO')
    return new MailRejectedError(`The mail server refused the recipient${answer}: check the address.`)
  if (command === 'DATA')
    return new MailRejectedError(`The mail server refused the mail${answer}: ask whoever runs it why.`)
  return new MailDeliveryError(`The mail server refused to go on${answer}: ask whoever runs it for the reason.`)
}

/** 530 asks for a sign-in; in RFC 3463 5.7 is security and policy, 5.1.7 and 5.1.8 are the sender's address. */
function isSenderProblem(answer: string): boolean {
  return /\(530| 5\.(7\.|1\.[78]\b)/.test(answer)
}

const errorMessages: Record<string, string> = {
  ETIMEDOUT: 'The mail server did not answer in time',
  EDNS: 'The name of the mail server could not be looked up',
  ECONNREFUSED: 'The mail server refused the connection',
}

/** Of OpenSSL, as Node names them. */
const certificateErrors = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/

function describeDelay(smtpError: SmtpError): string {
  const cause = smtpError.originalCode ?? smtpError.code ?? ''
  if (certificateErrors.test(cause))
    return `The certificate of the mail server is not trusted (${cause}): renew it, or name who vouches for it in NODE_EXTRA_CA_CERTS.`
  if (smtpError.responseCode)
    return `The mail server does not take the mail at the moment${formatReplyCode(smtpError)}.`
  return `${errorMessages[cause] ?? errorMessages[smtpError.code ?? ''] ?? 'The connection to the mail server failed'} (${cause}).`
}

/** `(550 5.1.1)`: the reply code and, where given, the status code of RFC 3463. */
function formatReplyCode({ response = '' }: SmtpError): string {
  const [, reply, status] = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/.exec(response) ?? []
  return reply ? ` (${[reply, status].filter(Boolean).join(' ')})` : ''
}

export type SmtpSettings = {
  /**
   * `smtp://` goes over to TLS where the server offers it, `smtps://` begins with it. Its query says what else the
   * library takes, such as `requireTLS=true`.
   */
  url: string
  /** At the most; whoever sends more at once waits, and that time counts. */
  connections?: number
  timeouts?: SmtpTimeouts
}

/** `mail` is for all of one mail, waiting included. */
type SmtpTimeouts = SmtpConnectionTimeouts & { mail: number }

/** All of one mail is well inside the time of a row of work: nobody else begins with it while it may still go out. */
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
    throw ended.aborted ? new MailDeliveryError('The mail server did not take the mail in time.') : toMailError(error)
  }
}

function toSmtpMessage({ messageId, from, to, subject, text, attachments, headers }: NormalizedMail) {
  return {
    messageId,
    from,
    to: { name: '', address: to },
    // Said apart from the headers, so that none of them can add a recipient.
    envelope: { from: from.address, to },
    subject,
    text,
    attachments: attachments.map(({ name, ...rest }) => ({ filename: name, ...rest })),
    headers,
  }
}

/** In milliseconds: until connected and greeted, and of silence after that. */
type SmtpConnectionTimeouts = { connect: number; silence: number }

/** A connection to the mail server, for one mail at a time; it is made when it is needed and kept for the next. */
type SmtpConnection = ReturnType<typeof createSmtpConnection>

/**
 * Lends out lines. One pool of the library for all would not do: it closes none but all of its connections, so that a
 * mail that takes too long could not be ended alone.
 */
function createSmtpConnections(url: string, timeouts: SmtpConnectionTimeouts) {
  const lines = new Set<SmtpConnection>()
  const idle: SmtpConnection[] = []
  let closed = false

  function take(): SmtpConnection {
    if (closed) throw new MailDeliveryError('The mail was not sent: Parley is stopping.')
    const line = idle.pop() ?? createSmtpConnection(url, timeouts)
    lines.add(line)
    return line
  }

  return {
    /** Once the signal fires, the line is cut and not used again. */
    async use<T>(ended: AbortSignal, act: (line: SmtpConnection) => Promise<T>): Promise<T> {
      if (ended.aborted) throw new MailDeliveryError('The mail did not come up in time.')
      const line = take()
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

function createSmtpConnection(url: string, { connect, silence }: SmtpConnectionTimeouts) {
  return createTransport({
    url,
    pool: true,
    maxConnections: 1,
    // Once more where a kept connection turns out to be cut; beyond that, when to try again is up to the caller.
    maxRequeues: 1,
    dnsTimeout: connect,
    connectionTimeout: connect,
    greetingTimeout: connect,
    socketTimeout: silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

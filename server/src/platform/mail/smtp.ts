import { limitConcurrency } from '../concurrency/limit-concurrency.ts'
import { MailDeliveryError, type Mailer } from './mail.ts'
import { type NormalizedMail, normalizeMail } from './normalize-mail.ts'
import { toMailError } from './smtp-failure.ts'
import { createSmtpConnections, type SmtpConnection, type SmtpConnectionTimeouts } from './smtp-lines.ts'

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

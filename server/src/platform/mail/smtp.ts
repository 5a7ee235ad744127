import { takingTurns } from '../thread/turns.ts'
import { type Letter, letterOf } from './letter.ts'
import { type Mailer, MailFailed } from './mail.ts'
import { smtpFailure } from './smtp-failure.ts'
import { type Line, type LineTimeouts, linesTo } from './smtp-lines.ts'

export type SmtpSettings = {
  /**
   * `smtp://` goes over to TLS where the server offers it, `smtps://` begins with it. Its query says what else the
   * library takes, such as `requireTLS=true`.
   */
  url: string
  /** At the most; whoever sends more at once waits, and that time counts. */
  connections?: number
  timeouts?: Timeouts
}

/** `mail` is for all of one mail, waiting included. */
type Timeouts = LineTimeouts & { mail: number }

/** All of one mail is well inside the time of a row of work: nobody else begins with it while it may still go out. */
const usualTimeouts: Timeouts = { connect: 10_000, silence: 30_000, mail: 45_000 }

export function smtpMailer({ url, connections = 10, timeouts = usualTimeouts }: SmtpSettings): Mailer {
  const inTurn = takingTurns(connections)
  const lines = linesTo(url, timeouts)
  return {
    async send(mail, signal) {
      const message = messageOf(letterOf(mail))
      const tooLate = AbortSignal.timeout(timeouts.mail)
      const ended = signal ? AbortSignal.any([tooLate, signal]) : tooLate
      await inTurn(() => lines.use(ended, (line) => hand(line, message, ended)))
    },
    close: () => lines.close(),
  }
}

type Message = ReturnType<typeof messageOf>

async function hand(line: Line, message: Message, ended: AbortSignal): Promise<void> {
  try {
    await line.sendMail(message)
  } catch (error) {
    throw ended.aborted ? new MailFailed('The mail server did not take the mail in time.') : smtpFailure(error)
  }
}

function messageOf({ messageId, from, to, subject, text, attachments, headers }: Letter) {
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

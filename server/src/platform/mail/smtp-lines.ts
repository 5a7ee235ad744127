import { createTransport } from 'nodemailer'
import { MailDeliveryError } from './mail.ts'

/** In milliseconds: until connected and greeted, and of silence after that. */
export type SmtpConnectionTimeouts = { connect: number; silence: number }

/** A connection to the mail server, for one mail at a time; it is made when it is needed and kept for the next. */
export type SmtpConnection = ReturnType<typeof createSmtpConnection>

/**
 * Lends out lines. One pool of the library for all would not do: it closes none but all of its connections, so that a
 * mail that takes too long could not be ended alone.
 */
export function createSmtpConnections(url: string, timeouts: SmtpConnectionTimeouts) {
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

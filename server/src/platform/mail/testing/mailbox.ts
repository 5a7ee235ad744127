import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server'
import { parseMail, type ReceivedMail } from './read-mail.ts'

export type Mailbox = {
  /** For SMTP_URL; with user and password if the mailbox requires them. */
  url: string
  received: ReceivedMail[]
  /** Resolves with all received mails once there are `count`. */
  waitFor(count: number): Promise<readonly ReceivedMail[]>
  /** Answers the next mail with this code, optionally with an enhanced status code: `550 5.1.1`. */
  refuseNext(answer: string, at?: RejectionStage): void
  connections(): number
  close(): Promise<void>
}

export type RejectionStage = 'sender' | 'recipient' | 'text'

export type MailboxOptions = {
  user?: { name: string; password: string }
  /** Offers STARTTLS, or accepts only TLS; in both cases with an untrusted certificate. */
  tls?: 'offered' | 'from the start'
}

/** A mail server on loopback that stores what it receives; closes with the test or file that opened it. */
export async function openMailbox({ user, tls }: MailboxOptions = {}): Promise<Mailbox> {
  const received: ReceivedMail[] = []
  const refusals: Record<RejectionStage, string[]> = { sender: [], recipient: [], text: [] }
  let connections = 0
  const waiting = new Set<() => void>()
  const server = new SMTPServer({
    secure: tls === 'from the start',
    hideSTARTTLS: tls === undefined,
    closeTimeout: 1,
    authOptional: user === undefined,
    disabledCommands: user === undefined ? ['AUTH'] : [],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === user?.name && password === user?.password
        ? done(null, { user: username })
        : done(toSmtpReply('535 5.7.8', `no entry for ${username} with ${password}`)),
    onConnect: (_session, done) => {
      connections++
      done()
    },
    onMailFrom: ({ address }, _session, done) => done(toSmtpReply(refusals.sender.shift(), `not from ${address}`)),
    onRcptTo: ({ address }, _session, done) => done(toSmtpReply(refusals.recipient.shift(), `not now for ${address}`)),
    onData: async (stream, session, done) => {
      const source = await readText(stream)
      const rejection = toSmtpReply(refusals.text.shift(), 'this text is not wanted')
      if (!rejection) received.push(parseMail(source, session))
      done(rejection)
      for (const notifyWaiter of waiting) notifyWaiter()
    },
  } satisfies SMTPServerOptions)
  // A client that rejects the certificate closes the connection, which the server reports as an error.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  after(close)
  return {
    url: buildSmtpUrl((server.server.address() as AddressInfo).port, { user, tls }),
    received,
    waitFor: (count) =>
      new Promise((resolve) => {
        const notifyWaiter = () => {
          if (received.length < count) return
          waiting.delete(notifyWaiter)
          resolve(received)
        }
        waiting.add(notifyWaiter)
        notifyWaiter()
      }),
    refuseNext: (answer, at = 'recipient') => refusals[at].push(answer),
    connections: () => connections,
    close,
  }
}

function buildSmtpUrl(port: number, { user, tls }: MailboxOptions): string {
  const credentials = user ? `${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@` : ''
  return `${tls === 'from the start' ? 'smtps' : 'smtp'}://${credentials}127.0.0.1:${port}`
}

function toSmtpReply(reply: string | undefined, text: string): Error | null {
  if (reply === undefined) return null
  const [code, ...status] = reply.split(' ')
  return Object.assign(new Error([...status, text].join(' ')), { responseCode: Number(code) })
}

async function readText(stream: SMTPServerDataStream): Promise<string> {
  return Buffer.concat(await stream.toArray()).toString('latin1')
}

import { MailDeliveryError, MailRejectedError } from './mail.ts'

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
export function toMailError(error: unknown): MailRejectedError | MailDeliveryError {
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

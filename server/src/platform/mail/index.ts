/** Sending mail: over SMTP, or through a provider's API. */
export { type Attachment, type Mail, type Mailer, MailFailed, MailRefused, type Sender } from './mail.ts'
export { mailgunMailer } from './mailgun.ts'
export { sendgridMailer } from './sendgrid.ts'
export { smtpMailer } from './smtp.ts'

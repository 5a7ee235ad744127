import type { Schema } from '@parley/sdk'

/** A secret in a form: what is kept shows its end; a new one, or its removal, is what is sent. */
export type SecretForm = { set: boolean; last4: string; value: string; clear: boolean }

export type NotificationsForm = {
  operator: { provider: '' | 'slack' | 'email'; toAddress: string }
  email: { provider: '' | 'sendgrid' | 'mailgun'; fromAddress: string; fromName: string; mailgunDomain: string }
  slackWebhookUrl: SecretForm
  emailApiKey: SecretForm
}

export const toSecretForm = ({ set, last4 = '' }: Schema<'SecretState'>): SecretForm => ({
  set,
  last4,
  value: '',
  clear: false,
})

/** Left out it stays, null clears, a text is the new one. */
export const toSecretBody = ({ value, clear }: SecretForm): string | null | undefined =>
  clear ? null : value === '' ? undefined : value

export function toNotificationsForm({ operator, email, secrets }: Schema<'Notifications'>): NotificationsForm {
  return {
    operator: { provider: operator?.provider ?? '', toAddress: operator?.toAddress ?? '' },
    email: {
      provider: email?.provider ?? '',
      fromAddress: email?.fromAddress ?? '',
      fromName: email?.fromName ?? '',
      mailgunDomain: email?.mailgunDomain ?? '',
    },
    slackWebhookUrl: toSecretForm(secrets.slackWebhookUrl),
    emailApiKey: toSecretForm(secrets.emailApiKey),
  }
}

export function toNotificationsBody({ operator, email, slackWebhookUrl, emailApiKey }: NotificationsForm) {
  const [slack, key] = [toSecretBody(slackWebhookUrl), toSecretBody(emailApiKey)]
  const byMailgun = email.provider === 'mailgun'
  return {
    ...(operator.provider && {
      operator: {
        provider: operator.provider,
        ...(operator.provider === 'email' && filledOrNull({ toAddress: operator.toAddress })),
      },
    }),
    ...(email.provider && {
      email: {
        provider: email.provider,
        fromAddress: email.fromAddress,
        ...filledOrNull({ fromName: email.fromName }),
        ...(byMailgun && filledOrNull({ mailgunDomain: email.mailgunDomain })),
      },
    }),
    ...(slack !== undefined && { slackWebhookUrl: slack }),
    ...(key !== undefined && { emailApiKey: key }),
  }
}

/** What is empty is not there. */
const filledOrNull = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))

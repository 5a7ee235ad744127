import type { Schema } from '@parley/sdk'

/** Form values of a secret: a stored one shows its last characters; only a new value or its removal is sent. */
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

/** Undefined leaves it unchanged, null clears it, a string replaces it. */
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

/** Omits empty values. */
const filledOrNull = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))

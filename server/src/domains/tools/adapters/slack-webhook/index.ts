import { type ToolAdapter, type ToolCall, ToolError, type ToolErrorKind, type ToolResponse } from '../../adapter.ts'

/** Slack's incoming webhooks: the URL is the credential, and the answer is `ok` or a word for the error. */
export const slackWebhookAdapter: ToolAdapter = {
  toolId: '@svc/tool.slack-webhook',
  usesConfiguredUrl: true,
  baseUrl: (_config, { webhookUrl = '' }) => webhookUrl,
  sideEffects: true,
  async call({ config, with: given, request }: ToolCall) {
    const { username, iconEmoji } = config
    const json = {
      text: given.text,
      ...(username !== undefined && { username }),
      ...(iconEmoji !== undefined && { icon_emoji: iconEmoji }),
    }
    const response = await request({ method: 'POST', path: '', json })
    if (response.status >= 400) throw toSlackError(response)
    return { sent: true }
  },
}

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors */
const errors: Record<string, [ToolErrorKind, string]> = {
  no_service: ['unauthorized', 'The webhook was removed or is disabled. Create a new one in your Slack app.'],
  no_service_id: ['unauthorized', 'The webhook URL is incomplete. Copy it again from your Slack app.'],
  no_team: ['unauthorized', 'The Slack workspace of the webhook no longer exists. Create a new webhook.'],
  team_disabled: ['unauthorized', 'The Slack workspace of the webhook is disabled. Use one that is active.'],
  invalid_token: ['unauthorized', 'The webhook URL is no longer valid. Create a new one in your Slack app.'],
  action_prohibited: ['unauthorized', 'An administrator of the workspace does not allow this webhook to post.'],
  posting_to_general_channel_denied: ['unauthorized', 'The webhook may not post to this channel. Choose another one.'],
  channel_not_found: ['invalid', 'The channel no longer exists. Create a webhook for another channel.'],
  channel_is_archived: ['invalid', 'The channel is archived. Unarchive it, or create a webhook for another channel.'],
  user_not_found: ['invalid', 'The recipient of the webhook no longer exists. Create a new webhook.'],
  no_text: ['invalid', 'The message has no text. Send some.'],
  invalid_payload: ['invalid', 'Slack could not read the message. Simplify its formatting.'],
}

function toSlackError({ status, text }: ToolResponse): ToolError {
  const code = text.trim()
  if (Object.hasOwn(errors, code)) {
    const [kind, sentence] = errors[code] as [ToolErrorKind, string]
    return new ToolError(kind, `${sentence} (${code})`, status)
  }
  if (status === 429)
    return new ToolError('rateLimited', 'Slack is receiving too many messages (429). Try later.', status)
  if (status === 401 || status === 403 || status === 404)
    return new ToolError(
      'unauthorized',
      `Slack refused the webhook (${status}). Create a new one in your Slack app.`,
      status,
    )
  return new ToolError(status < 500 ? 'invalid' : 'failed', `Slack answered ${status}. Try again later.`, status)
}

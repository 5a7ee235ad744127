import {
  type AdapterBinding,
  type AdapterTools,
  DispatchFailedError,
  type DispatchFailureReason,
} from '../../adapter.ts'
import { callProvider, type ProviderAnswer, toStatusFailure } from '../call.ts'

const servers = 'https://slack.com'

/** Calls one method of the Web API. Slack responds 200 to nearly everything and reports success in the body. */
export async function callSlack(
  method: string,
  body: object,
  { auth }: AdapterBinding,
  tools: AdapterTools,
): Promise<unknown> {
  const answer = await callProvider(
    {
      provider: 'Slack',
      url: `${tools.apis.slack ?? servers}/api/${method}`,
      headers: { authorization: `Bearer ${auth.botToken}`, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
    },
    tools,
  )
  const failure = toSlackFailure(answer, tools.world.now())
  if (failure) throw failure
  return answer.json
}

type SlackAnswer = { ok?: unknown; error?: unknown }

function toSlackFailure(answer: ProviderAnswer, now: Date): DispatchFailedError | undefined {
  const { ok, error } = (answer.json ?? {}) as SlackAnswer
  if (ok === true) return undefined
  // The body was cut off, so the outcome is unknown.
  if (ok !== false) return new DispatchFailedError('timeout', 'Slack gave no whole answer', { retry: 'unknown' })
  const code = typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) ? error : 'no reason given'
  if (rateLimits.has(code)) return toStatusFailure('Slack', { ...answer, status: 429 }, now)
  const reason = reasons[code]
  return new DispatchFailedError(reason ?? 'rejected', `Slack refused it: ${code}`, { retry: retries[code] })
}

const rateLimits = new Set(['ratelimited', 'rate_limited', 'message_limit_exceeded'])

/** Errors worth a retry. After those marked `unknown`, Slack may have performed the action. */
const retries: Record<string, DispatchFailedError['retry']> = {
  internal_error: 'unknown',
  fatal_error: 'unknown',
  request_timeout: 'unknown',
  service_unavailable: 'later',
  team_added_to_org: 'later',
}

const reasons: Record<string, DispatchFailureReason> = {
  ...mapCodes('credentials', [
    'invalid_auth',
    'not_authed',
    'token_revoked',
    'token_expired',
    'account_inactive',
    'missing_scope',
    'no_permission',
    'not_allowed_token_type',
    'org_login_required',
    'ekm_access_denied',
    'access_denied',
    'team_access_not_granted',
    'two_factor_setup_required',
  ]),
  ...mapCodes('invalidRecipient', ['channel_not_found', 'user_not_found', 'users_not_found', 'user_disabled']),
  ...mapCodes('unreachable', [
    'not_in_channel',
    'is_archived',
    'is_inactive',
    'user_not_visible',
    'cannot_dm_bot',
    'messages_tab_disabled',
    'restricted_action',
    'restricted_action_read_only_channel',
    'restricted_action_thread_only_channel',
    'restricted_action_thread_locked',
  ]),
  ...mapCodes('providerError', Object.keys(retries)),
}

function mapCodes(reason: DispatchFailureReason, codes: readonly string[]): Record<string, DispatchFailureReason> {
  return Object.fromEntries(codes.map((code) => [code, reason]))
}

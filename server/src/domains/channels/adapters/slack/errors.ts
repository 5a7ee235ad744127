import { DispatchFailedError, type DispatchFailureReason } from '../../adapter.ts'
import { type ProviderAnswer, toStatusFailure } from '../call.ts'

type SlackAnswer = { ok?: unknown; error?: unknown }

/** Maps the error of a response; undefined on success. */
export function toSlackFailure(answer: ProviderAnswer, now: Date): DispatchFailedError | undefined {
  const { ok, error } = (answer.json ?? {}) as SlackAnswer
  if (ok === true) return undefined
  // The body was cut off, so the outcome is unknown.
  if (ok !== false) return new DispatchFailedError('timeout', "Slack's response was incomplete", { retry: 'unknown' })
  const code = typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) ? error : 'no reason given'
  if (rateLimits.has(code)) return toStatusFailure('Slack', { ...answer, status: 429 }, now)
  const reason = reasons[code]
  return new DispatchFailedError(reason ?? 'rejected', `Slack rejected it: ${code}`, { retry: retries[code] })
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

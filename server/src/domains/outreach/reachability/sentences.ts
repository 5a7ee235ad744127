import type { GuardrailFacts } from '@parley/guardrails'
import type { ReachabilityReason } from './schema.ts'

type SentenceContext = Partial<Pick<GuardrailFacts, 'lastTouchAt' | 'writtenAt'>> & { until?: Date }
type Sentence = (context: SentenceContext) => string

const formatTime = (at: Date | undefined): string => at?.toISOString() ?? 'a time that is not known'

/** Each verdict in one plain sentence. */
const sentences: Record<ReachabilityReason | 'go' | 'warning', Sentence> = {
  go: () => 'Nothing stands in the way.',
  warning: ({ lastTouchAt }) =>
    `It goes, although the last marketing message was at ${formatTime(lastTouchAt)}, inside the frequency cap.`,
  opted_out: () => 'The person has said STOP.',
  consent_declined: () => 'The call says that the person has not opted in.',
  consent_denied: () => 'The person has denied consent.',
  no_consent: () => 'The person has not granted consent, and this is sent by granted consent only.',
  frequency_capped: ({ lastTouchAt, until }) =>
    `The last marketing message was at ${formatTime(lastTouchAt)}; the frequency cap ends at ${formatTime(until)}.`,
  outside_safe_hours: ({ until }) => `It is outside the safe hours; it can go from ${formatTime(until)} on.`,
  outside_send_window: ({ until }) => `It is outside the send window; it can go from ${formatTime(until)} on.`,
  'in-conversation': ({ writtenAt, until }) =>
    `The person wrote at ${formatTime(writtenAt)}; a conversation counts as in progress until ${formatTime(until)}.`,
  outreach_unavailable: () => 'The Outreach is turned off.',
  no_channel_identity: () => 'The person has no identity on a channel that this goes out on.',
  no_route: () => 'The agent has no active binding of the channel.',
  not_rcs_capable: () => 'The number does not take rcs messages, as its carrier said within the last seven days.',
  already_sent: () => 'This Outreach has gone to the person by a rule before, and goes only once.',
  reminders_off: () => 'Reminders are turned off.',
  window_closed: () => 'The person has not written within the reply window of the channel.',
}

export function explainVerdict(what: keyof typeof sentences, context: SentenceContext = {}): string {
  return sentences[what](context)
}

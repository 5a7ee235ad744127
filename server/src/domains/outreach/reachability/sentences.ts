import type { Facts } from '@parley/guardrails'
import type { ReachabilityReason } from './shown.ts'

type About = Partial<Pick<Facts, 'lastTouchAt' | 'writtenAt'>> & { until?: Date }
type Sentence = (about: About) => string

const time = (at: Date | undefined): string => at?.toISOString() ?? 'a time that is not known'

/** Each verdict in one plain sentence. */
const sentences: Record<ReachabilityReason | 'go' | 'warning', Sentence> = {
  go: () => 'Nothing stands in the way.',
  warning: ({ lastTouchAt }) =>
    `It goes, although the last marketing message was at ${time(lastTouchAt)}, inside the frequency cap.`,
  opted_out: () => 'The person has said STOP.',
  consent_declined: () => 'The call says that the person has not opted in.',
  consent_denied: () => 'The person has denied consent.',
  no_consent: () => 'The person has not granted consent, and this is sent by granted consent only.',
  frequency_capped: ({ lastTouchAt, until }) =>
    `The last marketing message was at ${time(lastTouchAt)}; the frequency cap ends at ${time(until)}.`,
  outside_safe_hours: ({ until }) => `It is outside the safe hours; it can go from ${time(until)} on.`,
  outside_send_window: ({ until }) => `It is outside the send window; it can go from ${time(until)} on.`,
  'in-conversation': ({ writtenAt, until }) =>
    `The person wrote at ${time(writtenAt)}; a conversation counts as in progress until ${time(until)}.`,
  outreach_unavailable: () => 'The Outreach is turned off.',
  no_channel_identity: () => 'The person has no identity on a channel that this goes out on.',
  no_route: () => 'The agent has no active binding of the channel.',
  not_rcs_capable: () => 'The number does not take rcs messages, as its carrier said within the last seven days.',
  already_sent: () => 'This Outreach has gone to the person by a rule before, and goes only once.',
  reminders_off: () => 'Reminders are turned off.',
  window_closed: () => 'The person has not written within the reply window of the channel.',
}

export function sentenceOf(what: keyof typeof sentences, about: About = {}): string {
  return sentences[what](about)
}

/** A call that was acknowledged, as the caller remembers it: none of them may be lost. */
export type AcknowledgedCall = { at: number } & (
  | { kind: 'send'; agent: string; key: string; sendId: string; number: string; status: 'queued' | 'duplicate' }
  | { kind: 'sandbox-send'; agent: string; key: string; sendId: string }
  | { kind: 'campaign'; agent: string; campaignId: string; people: number; consenting: number }
  | { kind: 'campaign-command'; campaignId: string; command: 'stage' | 'start' | 'pause' | 'resume' }
  | { kind: 'inbound'; number: string; text: string }
  /** A message to the agent with tools. */
  | { kind: 'tool-message'; number: string }
  | { kind: 'message'; number: string; text: string; messageId: string }
  /** `startedAt`: when the first call with this command was made. */
  | { kind: 'stop' | 'start'; number: string; startedAt: number }
  | { kind: 'person'; personId: string; name: string }
  | { kind: 'person-update'; personId: string; company: string }
  | { kind: 'booking'; appointmentId: string; personId: string; startUtc: string }
  | { kind: 'playbook'; playbookId: string }
  | { kind: 'default-playbook'; playbookId: string }
  | { kind: 'playbook-deletion'; playbookId: string }
  | { kind: 'enrollment'; agent: string; personId: string; key: string }
  | { kind: 'merge'; from: string; into: string }
  /** `from` and `into`: what their messages call them. Nothing had been made for `from` when it was merged. */
  | { kind: 'recipient-merge'; from: string; into: string }
  /** `sends`: what the two had got, or were getting, of the sequence. */
  | { kind: 'enrollment-merge'; into: string; sends: readonly { id: string; stepId: string }[] }
  | { kind: 'rule-trigger'; agent: string; personId: string; key: string }
  | { kind: 'safe-hours'; agent: string; open: boolean }
  | { kind: 'receipt'; messageId: string; state: string }
  /** A response that none of these calls should ever get. */
  | { kind: 'unexpected'; method: string; path: string; status: number; code: string }
)

export type AcknowledgedCallOf<Kind extends AcknowledgedCall['kind']> = Extract<AcknowledgedCall, { kind: Kind }>

type WithoutTime<Call> = Call extends AcknowledgedCall ? Omit<Call, 'at'> : never

export type CallLog = { all: AcknowledgedCall[]; record(call: WithoutTime<AcknowledgedCall>): void }

export function createCallLog(): CallLog {
  const all: AcknowledgedCall[] = []
  return { all, record: (call) => void all.push({ ...call, at: Date.now() } as AcknowledgedCall) }
}

export function filterCallsByKind<Kind extends AcknowledgedCall['kind']>(
  all: readonly AcknowledgedCall[],
  kind: Kind,
): AcknowledgedCallOf<Kind>[] {
  return all.filter((call): call is AcknowledgedCallOf<Kind> => call.kind === kind)
}

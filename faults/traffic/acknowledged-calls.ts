/** A call that was acknowledged, as the caller remembers it: none of them may be lost. */
export type AcknowledgedCall = { at: number } & (
  | { kind: 'send'; agent: string; key: string; sendId: string; number: string; status: 'queued' | 'duplicate' }
  | { kind: 'rehearsal'; agent: string; key: string; sendId: string }
  | { kind: 'campaign'; agent: string; campaignId: string; people: number; consenting: number }
  | { kind: 'move'; campaignId: string; verb: 'stage' | 'start' | 'pause' | 'resume' }
  | { kind: 'word'; number: string; text: string }
  | { kind: 'message'; number: string; text: string; messageId: string }
  /** `begunAt`: when the first call with this command was made. */
  | { kind: 'stop' | 'start'; number: string; begunAt: number }
  | { kind: 'person'; personId: string; name: string }
  | { kind: 'change'; personId: string; company: string }
  | { kind: 'booking'; appointmentId: string; personId: string; startUtc: string }
  | { kind: 'playbook'; playbookId: string }
  | { kind: 'default'; playbookId: string }
  | { kind: 'removal'; playbookId: string }
  | { kind: 'waits'; agent: string; personId: string; key: string }
  | { kind: 'hours'; agent: string; open: boolean }
  | { kind: 'receipt'; messageId: string; state: string }
  /** A response that none of these calls should ever get. */
  | { kind: 'surprise'; method: string; path: string; status: number; code: string }
)

export type AcknowledgedCallOf<Kind extends AcknowledgedCall['kind']> = Extract<AcknowledgedCall, { kind: Kind }>

type Bare<D> = D extends AcknowledgedCall ? Omit<D, 'at'> : never

export type CallLog = { all: AcknowledgedCall[]; record(deed: Bare<AcknowledgedCall>): void }

export function createCallLog(): CallLog {
  const all: AcknowledgedCall[] = []
  return { all, record: (deed) => void all.push({ ...deed, at: Date.now() } as AcknowledgedCall) }
}

export function callsOfKind<Kind extends AcknowledgedCall['kind']>(
  all: readonly AcknowledgedCall[],
  kind: Kind,
): AcknowledgedCallOf<Kind>[] {
  return all.filter((deed): deed is AcknowledgedCallOf<Kind> => deed.kind === kind)
}

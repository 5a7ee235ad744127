/** What was acknowledged, as whoever called remembers it: nothing of it may be lost. */
export type Deed = { at: number } & (
  | { kind: 'send'; agent: string; key: string; sendId: string; number: string; status: 'queued' | 'duplicate' }
  | { kind: 'rehearsal'; agent: string; key: string; sendId: string }
  | { kind: 'campaign'; agent: string; campaignId: string; people: number; consenting: number }
  | { kind: 'move'; campaignId: string; verb: 'stage' | 'start' | 'pause' | 'resume' }
  | { kind: 'word'; number: string; text: string }
  | { kind: 'message'; number: string; text: string; messageId: string }
  /** `begunAt`: when the first call with it was made. */
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
  /** An answer that no call of ours should ever get. */
  | { kind: 'surprise'; method: string; path: string; status: number; code: string }
)

export type DeedOf<Kind extends Deed['kind']> = Extract<Deed, { kind: Kind }>

type Bare<D> = D extends Deed ? Omit<D, 'at'> : never

export type Log = { all: Deed[]; note(deed: Bare<Deed>): void }

export function openLog(): Log {
  const all: Deed[] = []
  return { all, note: (deed) => void all.push({ ...deed, at: Date.now() } as Deed) }
}

export function deedsOf<Kind extends Deed['kind']>(all: readonly Deed[], kind: Kind): DeedOf<Kind>[] {
  return all.filter((deed): deed is DeedOf<Kind> => deed.kind === kind)
}

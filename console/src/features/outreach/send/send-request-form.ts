import type { Schema } from '@parley/sdk'

type Person = Schema<'Person'>

export type SendRequestForm = {
  recipientKind: 'person' | 'address' | 'persona'
  person?: Person
  number: string
  firstName: string
  personaId?: string
  inputs: Record<string, string>
}
export const blankSendRequest: SendRequestForm = { recipientKind: 'person', number: '', firstName: '', inputs: {} }

export function hasRecipient({ recipientKind, person, number, personaId }: SendRequestForm): boolean {
  if (recipientKind === 'person') return person !== undefined
  return recipientKind === 'persona' ? personaId !== undefined : number.trim() !== ''
}

function toRecipient({ recipientKind, person, number, personaId }: SendRequestForm) {
  if (recipientKind === 'person') return { personId: person?.id ?? '' }
  return recipientKind === 'persona' ? { personaId: personaId ?? '' } : { channel: 'rcs', address: number.trim() }
}

/** Request body; empty inputs are omitted. `again` repeats a send that already went out today. */
export function toSendBody(ask: SendRequestForm, { dryRun = false, again }: { dryRun?: boolean; again?: string } = {}) {
  const inputs = Object.fromEntries(Object.entries(ask.inputs).filter(([, value]) => value !== ''))
  const firstName = ask.recipientKind === 'address' ? ask.firstName.trim() : ''
  return {
    // The SDK's types accept no form of recipient here, although the API accepts each of them.
    recipient: toRecipient(ask) as never,
    ...(firstName && { profile: { firstName } }),
    ...(Object.keys(inputs).length > 0 && { inputs }),
    ...(again && { idempotencyKey: again }),
    ...(dryRun && { dryRun }),
  }
}

type SlotSources = { person?: Partial<Person>; inputs: Record<string, string>; agent: Record<string, unknown> }

/** Resolves the opener's slots from the person, the inputs as they will be stored, and the agent. */
export function createSlotReader({ person, inputs, agent }: SlotSources) {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const own = (from: object, key: string) =>
    Object.hasOwn(from, key) ? textOf((from as Record<string, unknown>)[key]) : undefined
  return (path: string): string | undefined => {
    const [, whose = '', field = ''] = /^(person\.customFields|person|agent)\.(.+)$/.exec(path) ?? []
    if (whose === 'agent') return own(agent, field)
    if (whose === 'person') return own(person ?? {}, field)
    return own(inputs, field) || own(person?.customFields ?? {}, field)
  }
}

import { type ProfileChange, profiles } from '../../people/index.ts'
import type { Done, Hands, Saved } from '../deps.ts'
import { sorted } from '../hands/profile.ts'
import { fitting, unlessRefused } from '../hands/refused.ts'
import { calendarHands } from './calendar.ts'
import { type Held, type RehearsalHandsDeps, withRehearsal } from './deps.ts'
import { optedOutEffect, shortened } from './effect.ts'

/** Hands that act on the rehearsal alone, and note what they would have done to the world. */
export function rehearsalHands(held: Held, deps: RehearsalHandsDeps): Hands {
  const noted = (kind: string, summary: string, payload?: unknown) =>
    held.note({ kind, summary, ...(payload !== undefined && { payload }), at: deps.world.now().toISOString() })
  return {
    ...calendarHands(held, deps),
    save: (change) => unlessRefused(() => save(held, deps, change)),
    async notifyTeam(text) {
      noted('team.notified', `The team would have been told: ${text}`, { text })
      return { ok: true, value: undefined }
    },
    async callIntegration(id, given) {
      const { integrations } = await deps.definitions.read(deps.db, held.agent)
      if (!integrations.some((one) => one.id === id)) return { ok: false, why: 'There is no such service any more.' }
      const { stubs = {} } = held
      const answer = Object.hasOwn(stubs, id) ? stubs[id] : captured
      const payload = { integrationId: id, given: shortened(given), answer: shortened(answer) }
      noted('integration.called', `${id} would have been called`, payload)
      return { ok: true, value: answer }
    },
    async optOut(words) {
      await withRehearsal<void>(held, deps, (rehearsal) => {
        const value = { ok: true, value: undefined } as const
        if (rehearsal.optedOut) return { value }
        const updatedAt = deps.world.now()
        const consent = { status: 'denied', source: 'conversation', evidence: words, updatedAt } as const
        const after = { ...rehearsal, partner: { ...rehearsal.partner, consent }, optedOut: true }
        return { value, after, effect: optedOutEffect(words) }
      })
    },
  }
}

const captured = { ok: true, note: 'captured: proceed as if it succeeded' }

async function save(held: Held, deps: RehearsalHandsDeps, change: Parameters<Hands['save']>[0]): Promise<Done<Saved>> {
  // As a body would carry it: times are text there.
  const body = fitting(profiles.Body, JSON.parse(JSON.stringify(change)))
  const { peopleFields: fields } = await deps.definitions.read(deps.db, held.agent)
  return withRehearsal(held, deps, (rehearsal) => {
    const { productInterest, ...before } = rehearsal.partner
    const now = deps.world.now()
    const { person, changed } = profiles.changed({ ...before, key: 0 }, body, { fields, by: 'agent', now })
    const { key: _, ...after } = person
    const partner = { ...after, ...(productInterest !== undefined && { productInterest }) }
    const { saved, locked } = sorted(body, fields)
    const value = { ok: true, value: { partner, saved, locked } } as const
    if (changed.length === 0) return { value }
    const payload = withoutLocked(body, locked)
    const effect = { kind: 'person.saved', summary: `Would have been saved: ${changed.join(', ')}`, payload }
    return { value, after: { ...rehearsal, partner }, effect }
  })
}

function withoutLocked({ customFields, ...profile }: ProfileChange, locked: readonly string[]): ProfileChange {
  const free = (values: object, prefix = '') =>
    Object.fromEntries(Object.entries(values).filter(([key]) => !locked.includes(`${prefix}${key}`)))
  const custom = free(customFields ?? {}, 'customFields.')
  return { ...free(profile), ...(Object.keys(custom).length > 0 && { customFields: custom }) }
}

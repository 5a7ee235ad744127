import type { PeopleField } from '@parley/definition'
import { type ProfileChange, profiles } from '../../people/index.ts'
import type { Done, Saved } from '../deps.ts'
import type { HandsDeps, HandsFor } from './deps.ts'
import { asPartner, forPerson } from './person.ts'
import { fitting, unlessRefused } from './refused.ts'

/** Writes what a conversation has learned, checked like the body of the API; what an operator has locked stays. */
export async function saveProfile(held: HandsFor, deps: HandsDeps, change: ProfileChange): Promise<Done<Saved>> {
  return unlessRefused(async () => {
    // As a body would carry it: times are text there.
    const body = fitting(profiles.Body, JSON.parse(JSON.stringify(change)))
    const { peopleFields } = await deps.definitions.read(deps.db, held.agent)
    const { saved, locked } = sorted(body, peopleFields)
    return forPerson(held, deps, async (tx, person) => {
      const after = await profiles.update(tx, held.agent, { person, change: body, by: 'agent' }, deps)
      return { ok: true, value: { partner: asPartner(after), saved, locked } }
    })
  })
}

export function sorted(change: ProfileChange, fields: readonly PeopleField[]): Pick<Saved, 'saved' | 'locked'> {
  const isLocked = new Set(fields.filter(({ locked }) => locked).map(({ key }) => key))
  const { customFields, ...profile } = change
  const named = [
    ...Object.keys(profile).map((key) => ({ key, name: key })),
    ...Object.keys(customFields ?? {}).map((key) => ({ key, name: `customFields.${key}` })),
  ]
  const names = (which: typeof named) => which.map(({ name }) => name)
  return {
    saved: names(named.filter(({ key }) => !isLocked.has(key))),
    locked: names(named.filter(({ key }) => isLocked.has(key))),
  }
}

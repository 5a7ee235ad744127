import type { PeopleField } from '@parley/definition'
import { type ProfileChange, personProfiles } from '../../people/index.ts'
import type { ActionResult, SavedProfile } from '../deps.ts'
import { catchClientProblems, parseOrThrow } from './client-problems.ts'
import type { ActionDeps, ActionTarget } from './deps.ts'
import { toPartner, withLockedPerson } from './person.ts'

/** Saves what a conversation learned, validated like an API body. Fields that an operator locked remain unchanged. */
export async function saveProfile(
  target: ActionTarget,
  deps: ActionDeps,
  change: ProfileChange,
): Promise<ActionResult<SavedProfile>> {
  return catchClientProblems(async () => {
    // Serializes as in an API body, where dates are strings.
    const body = parseOrThrow(personProfiles.Body, JSON.parse(JSON.stringify(change)))
    const { peopleFields } = await deps.definitions.read(deps.db, target.agent)
    const { saved, locked } = splitLockedFields(body, peopleFields)
    return withLockedPerson(target, deps, async (tx, person) => {
      const after = await personProfiles.update(tx, target.agent, { person, change: body, by: 'agent' }, deps)
      return { ok: true, value: { partner: toPartner(after), saved, locked } }
    })
  })
}

export function splitLockedFields(
  change: ProfileChange,
  fields: readonly PeopleField[],
): Pick<SavedProfile, 'saved' | 'locked'> {
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

import { consentStatuses, personStatuses } from '@parley/definition/vocabulary'

/** Fields that every person has, with all of their values; those of a person who is not on file yet come first. */
const fixedFields: Readonly<Record<string, readonly string[]>> = {
  'person.status': ['new', ...personStatuses.filter((status) => status !== 'new')],
  'person.consent.status': ['unknown', ...consentStatuses.filter((status) => status !== 'unknown')],
}

/** A field of a person who is not on file yet, by path. */
export const readStranger = (path: string): string | undefined => listFixedValues(path)?.[0]

/** All values that a field can have; undefined if it can have any, or none. */
export const listFixedValues = (path: string): readonly string[] | undefined =>
  Object.hasOwn(fixedFields, path) ? fixedFields[path] : undefined

import { z } from 'zod'

export const ActionField = z.strictObject({
  field: z.string(),
  type: z.enum(['string', 'boolean']),
  mode: z.enum(['constant', 'variable']),
  value: z.string().optional(),
  optional: z.boolean(),
  mapFrom: z.string().optional(),
})
type ActionField = z.infer<typeof ActionField>

const variable = (field: string, mapFrom: string): ActionField => ({
  field,
  type: 'string',
  mode: 'variable',
  optional: true,
  mapFrom,
})
const constant = (field: string, value: string): ActionField => ({
  field,
  type: 'string',
  mode: 'constant',
  value,
  optional: true,
})

/** All fields of a live send, in request order. Test sends are not a journey step, so their fields are left out. */
export function listActionFields(inputs: readonly string[]): ActionField[] {
  return [
    { ...variable('profile.phone', 'the mobile number of the profile, in E.164: +12025550143'), optional: false },
    constant('profile.channel', 'rcs'),
    variable('profile.id', 'the id of the profile'),
    variable('profile.firstName', 'the first name of the profile'),
    variable('profile.lastName', 'the last name of the profile'),
    variable('profile.email', 'the email address of the profile'),
    constant('profileUpdate', 'fill'),
    variable('consent.sms', 'whether the profile consents to mobile messages: y or n'),
    variable('consent.evidence', 'where and when that consent was given'),
    variable('journey.versionId', 'the id of the journey version'),
    variable('journey.nodeId', 'the id of this journey step'),
    variable('journey.instanceId', "the id of this profile's entry into the journey"),
    ...inputs.map((input) => ({
      ...variable(`inputs.${input}`, `the value of ${input} in the profile or the event`),
      optional: false,
    })),
    { ...variable('dryRun', 'true when testing the journey'), type: 'boolean' },
  ]
}

/** A sample body with every field, to paste where a platform infers a request from a sample. */
export function buildSampleRequest(inputs: readonly string[]): Record<string, unknown> {
  return {
    profile: {
      phone: '+12025550143',
      channel: 'rcs',
      id: 'profile-1',
      firstName: 'Alex',
      lastName: 'Sample',
      email: 'alex@example.com',
    },
    profileUpdate: 'fill',
    consent: { sms: 'y', evidence: 'Sign-up form' },
    journey: { versionId: 'version-1', nodeId: 'node-1', instanceId: 'entry-1' },
    inputs: Object.fromEntries(inputs.map((input) => [input, 'text'])),
    dryRun: false,
  }
}

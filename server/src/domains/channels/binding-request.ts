import type { Channel } from '@parley/amf'
import { describeUnknownField, type FieldError } from '@parley/findings'
import { invalidRequest } from '../../platform/http/problem.ts'
import type { Catalog, ChannelForm } from '../catalogs/index.ts'
import type { BindingCreate } from './binding.ts'
import {
  dropEmptyValues,
  type FormValues,
  findMissingFields,
  findUnknownKeys,
  prefillFromIdentity,
  validateFormValues,
} from './form-values.ts'

/** A request validated against the forms of the channels catalog. */
export type ValidatedBindingRequest =
  | { mode: 'managed'; provider: string; inputs: Record<string, string>; instant: boolean }
  | { mode: 'unmanaged'; provider: string; auth: FormValues }

export function validateBindingRequest(
  request: BindingCreate,
  identity: object,
  catalog: Catalog,
): ValidatedBindingRequest {
  refuseOtherMode(request)
  const form = catalog.find('channels', request.channel)
  return request.mode === 'managed' ? validateManaged(request, identity, form) : validateUnmanaged(request, form)
}

const fieldsOfMode = { managed: ['inputs'], unmanaged: ['provider', 'auth'] } as const

function refuseOtherMode(request: BindingCreate): void {
  const allowed: readonly string[] = fieldsOfMode[request.mode]
  const given = (['inputs', 'provider', 'auth'] as const).filter((field) => request[field] !== undefined)
  refuse(
    given
      .filter((field) => !allowed.includes(field))
      .map((field) => ({ field, message: `is not allowed for ${request.mode}` })),
  )
}

function validateManaged(
  { channel, inputs }: BindingCreate,
  identity: object,
  form?: ChannelForm,
): ValidatedBindingRequest {
  const fields = form?.managed?.fields ?? []
  const given = dropEmptyValues(inputs)
  refuse(validateFormValues(fields, given, 'inputs'))
  return {
    mode: 'managed',
    provider: managedProviderOf(channel),
    inputs: { ...prefillFromIdentity(fields, identity), ...given },
    instant: form?.managed?.provisioning.instant ?? false,
  }
}

/** The handset lab is the carrier of a self-hosted installation; web chat is built in. */
function managedProviderOf(channel: Channel): string {
  return channel === 'webchat' ? 'webchat' : 'lab'
}

function validateUnmanaged({ channel, provider, auth }: BindingCreate, form?: ChannelForm): ValidatedBindingRequest {
  const known = form?.unmanaged?.providers ?? []
  if (known.length === 0)
    throw invalidRequest([{ field: 'mode', message: `must be managed: ${channel} has no providers` }])
  if (provider === undefined || auth === undefined)
    throw invalidRequest([
      ...(provider === undefined ? [{ field: 'provider', message: 'is required' }] : []),
      ...(auth === undefined ? [{ field: 'auth', message: 'is required' }] : []),
    ])
  if (!known.some(({ id }) => id === provider)) {
    const message = `must be one of ${known.map(({ id }) => id).join(', ')}`
    throw invalidRequest([{ field: 'provider', message }])
  }
  return { mode: 'unmanaged', provider, auth: validateAuth(form, provider, auth) }
}

/** Returns the credentials if they contain exactly the fields of the provider's form. */
export function validateAuth(form: ChannelForm | undefined, provider: string, auth: FormValues): FormValues {
  const asking = form?.unmanaged?.providers.find(({ id }) => id === provider)
  const fields = asking?.fields ?? []
  const given = dropEmptyValues(auth)
  const oneOf = asking?.atLeastOneOf ?? []
  const lacksAll = oneOf.length > 0 && !oneOf.some((key) => Object.hasOwn(given, key))
  refuse([
    ...findUnknownKeys(fields, given).map((key) => ({
      field: `auth.${key}`,
      message: describeUnknownField(
        key,
        fields.map((field) => field.key),
      ),
    })),
    ...findMissingFields(fields, given).map(({ key }) => ({ field: `auth.${key}`, message: 'is required' })),
    ...(lacksAll ? [{ field: `auth.${oneOf[0]}`, message: `is required, or ${oneOf.slice(1).join(', or ')}` }] : []),
    ...validateFormValues(fields, given, 'auth'),
  ])
  return given
}

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw invalidRequest(errors)
}

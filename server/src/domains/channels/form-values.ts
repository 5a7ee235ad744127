import { emailAddress, type FieldError, httpUrl, LruCache } from '@parley/findings'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Keyring, ReEncrypt } from '../../platform/secrets/keyring.ts'
import type { FormField } from '../catalogs/index.ts'
import { listAllAuth, updateAuth } from './queries/bindings.ts'

/** Associated data of the encrypted credentials: they do not decrypt if copied to another binding. */
export const authAssociatedData = (agent: Pick<AgentKey, 'key'>, bindingId: string) =>
  `channel ${bindingId} of agent ${agent.key}`

export type DecryptAuth = (agent: Pick<AgentKey, 'key'>, bindingId: string, sealed: Buffer | null) => FormValues

const maxCached = 2000
const none: FormValues = Object.freeze({})

/** Decrypts credentials and caches them by ciphertext, which is safe because no two encryptions are alike. */
export function createAuthDecryptor(keyring: Keyring): DecryptAuth {
  const known = new LruCache<string, { sealed: Buffer; auth: FormValues }>(maxCached)
  return (agent, bindingId, sealed) => {
    if (!sealed) return none
    const remembered = known.get(bindingId)
    if (remembered?.sealed.equals(sealed)) return remembered.auth
    const auth = Object.freeze(JSON.parse(keyring.decrypt(sealed, authAssociatedData(agent, bindingId))))
    known.set(bindingId, { sealed, auth })
    return auth
  }
}

/** Decrypts without a cache, for single reads. */
export function readAuth(
  keyring: Keyring,
  agent: Pick<AgentKey, 'key'>,
  { id, sealedAuth }: { id: string; sealedAuth: Buffer | null },
): FormValues {
  return sealedAuth ? JSON.parse(keyring.decrypt(sealedAuth, authAssociatedData(agent, id))) : none
}

export function encryptAuth(
  keyring: Keyring,
  agent: Pick<AgentKey, 'key'>,
  bindingId: string,
  auth: FormValues,
): Buffer {
  return keyring.encrypt(JSON.stringify(auth), authAssociatedData(agent, bindingId))
}

export type FormValues = Readonly<Record<string, string>>

/** Trims values, because pasted ones often end with a line break, and drops empty ones. */
export function dropEmptyValues(values: Readonly<Record<string, string | null>> = {}): Record<string, string> {
  const entries = Object.entries(values).map(([key, value]) => [key, value?.trim() ?? ''] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

/** Returns the errors in a form's values; ignores fields that are not in the form. */
export function validateFormValues(fields: readonly FormField[], values: FormValues, under: string): FieldError[] {
  return fields.flatMap((field) => {
    const value = values[field.key]
    const message = value === undefined ? undefined : validateValue(field, value)
    return message === undefined ? [] : [{ field: `${under}.${field.key}`, message }]
  })
}

export function findMissingFields(fields: readonly FormField[], values: FormValues): FormField[] {
  return fields.filter(({ key, required }) => required && !Object.hasOwn(values, key))
}

export function findUnknownKeys(fields: readonly FormField[], values: FormValues): string[] {
  const known = new Set(fields.map(({ key }) => key))
  return Object.keys(values).filter((key) => !known.has(key))
}

/** Returns the form values that the agent's identity can supply, as far as they are valid. */
export function prefillFromIdentity(fields: readonly FormField[], identity: object): Record<string, string> {
  const values = new Map<string, unknown>(Object.entries(identity))
  const known = fields.flatMap((field) => {
    const value = values.get(field.key)
    return typeof value === 'string' && validateValue(field, value) === undefined ? [[field.key, value] as const] : []
  })
  return dropEmptyValues(Object.fromEntries(known))
}

/** A number in international format, or a carrier's short code. */
const phoneNumber = /^(\+[1-9][0-9]{6,14}|[0-9]{3,8})$/

function validateValue({ type, maxLength, pattern, options }: FormField, value: string): string | undefined {
  if (maxLength !== undefined && [...value].length > maxLength) return `must have at most ${maxLength} characters`
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    return patternMessages[type] ?? 'has the wrong format'
  if (type === 'url' && !httpUrl.safeParse(value).success) return 'must be an http or https URL'
  if (type === 'email' && !emailAddress.safeParse(value).success) return 'must be an email address'
  if (type === 'phone' && !phoneNumber.test(value)) return patternMessages.phone
  if (type === 'select' && !options?.some((option) => option.value === value))
    return `must be one of ${(options ?? []).map((option) => option.value).join(', ')}`
  return undefined
}

const patternMessages: Partial<Record<FormField['type'], string>> = {
  phone: 'must be a phone number in international format, for example +12025550100',
  color: 'must be a hex color, for example #1a2b3c',
}

/** Re-encrypts the credentials of every binding with another key; returns the number of bindings. */
export async function reEncryptChannelSecrets(tx: Db, reEncrypt: ReEncrypt): Promise<number> {
  const stored = await listAllAuth(tx)
  for (const { agent_key: key, id, auth } of stored) {
    const agent = { key } as AgentKey
    await updateAuth(tx, agent, id, reEncrypt(auth, authAssociatedData(agent, id)))
  }
  return stored.length
}

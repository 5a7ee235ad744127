import { z } from 'zod'
import { type Preset, presetShape } from '../preset.ts'

const fieldsOfPreset: Record<string, true> = Object.fromEntries(
  Object.keys(presetShape.fields.unwrap().shape).map((field) => [field, true]),
)

/** The preset of a person with these values, by path; undefined if a case cannot set one of them up. */
export function createPreset(values: Readonly<Record<string, unknown>>): Preset | undefined {
  const fields: Record<string, unknown> = {}
  const customFields: Record<string, unknown> = {}
  let consent: unknown
  for (const [path, value] of Object.entries(values)) {
    const [, customKey, field = ''] = /^person\.(?:customFields\.(.+)|(.+))$/s.exec(path) ?? []
    if (customKey !== undefined) customFields[customKey] = value
    else if (field === 'consent.status') consent = { status: value }
    else if (field === 'tags') fields.tags = [String(value)]
    else if (Object.hasOwn(fieldsOfPreset, field)) fields[field] = String(value)
    else return undefined
  }
  const all = { ...fields, ...(Object.keys(customFields).length > 0 && { customFields }) }
  const preset = z.strictObject(presetShape).safeParse({ fields: all, ...(consent !== undefined && { consent }) })
  return preset.data
}

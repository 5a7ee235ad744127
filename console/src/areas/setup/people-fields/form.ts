import type { Schema } from '@parley/sdk'

type Field = Schema<'PeopleField'>
export const fieldTypes = ['string', 'number', 'boolean', 'date', 'enum'] as const
export type FieldForm = {
  key: string
  label: string
  type: Field['type']
  options: string[]
  locked: boolean
  description: string
}
export type FieldsForm = { fields: FieldForm[] }

export const blankField: FieldForm = { key: '', label: '', type: 'string', options: [], locked: false, description: '' }

export const shownFields = ({ data }: { data: Field[] }): FieldsForm => ({
  fields: data.map((field) => ({ ...blankField, ...field })),
})

export const sentFields = ({ fields }: FieldsForm): { fields: Field[] } => ({
  fields: fields.map(({ key, label, type, options, locked, description }) => ({
    key,
    type,
    ...(label && { label }),
    ...(type === 'enum' && { options }),
    ...(locked && { locked }),
    ...(description && { description }),
  })),
})
